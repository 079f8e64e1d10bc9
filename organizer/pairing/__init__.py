"""Pairing of rounds: Swiss with proof, smallest repairs, round robin and brackets.

Pure functions of facts: no storage, no clock, all chance from a seed.  ``docs/pairing.md``
describes the method and what it guarantees.
"""

from .bounds import ParityBound, parity_bound
from .bracket import BracketMatch, bracket, bracket_size, next_place, seed_order
from .certificate import Check, verify
from .chance import seed_hash, seed_text
from .explain import Explanation, explain
from .facts import (
    METHOD,
    Certificate,
    CertificateKind,
    DuplicatePlayer,
    FirstRound,
    Key,
    NobodyToPair,
    Options,
    Pairing,
    PairingError,
    Player,
    Seed,
    SelfMeeting,
    Stretch,
    Table,
    UnknownPlayer,
)
from .repair import Prefer, Repair, repair
from .roundrobin import RobinRound, round_robin
from .rounds import RoundTable, recommended_rounds, rounds_guaranteed, rounds_possible, warn_rounds
from .swiss import pair_swiss

__all__ = [
    "METHOD",
    "BracketMatch",
    "Certificate",
    "CertificateKind",
    "Check",
    "DuplicatePlayer",
    "Explanation",
    "FirstRound",
    "Key",
    "NobodyToPair",
    "Options",
    "Pairing",
    "PairingError",
    "ParityBound",
    "Player",
    "Prefer",
    "Repair",
    "RobinRound",
    "RoundTable",
    "Seed",
    "SelfMeeting",
    "Stretch",
    "Table",
    "UnknownPlayer",
    "bracket",
    "bracket_size",
    "explain",
    "next_place",
    "pair_swiss",
    "parity_bound",
    "recommended_rounds",
    "repair",
    "round_robin",
    "rounds_guaranteed",
    "rounds_possible",
    "seed_hash",
    "seed_order",
    "seed_text",
    "verify",
    "warn_rounds",
]
