"""The answer of ``manage.py pair``: a round paired from an offline event, as plain JSON values."""

from __future__ import annotations

from dataclasses import asdict

from organizer.interfaces.offline import OfflineEvent, records
from organizer.pairing import Options, Pairing, Player, explain, pair_swiss, seed_hash, verify


def players_of(event: OfflineEvent) -> list[Player]:
    """The entries that have not dropped, as the pairing wants them."""
    done = records(event)
    return [
        Player(
            id=entry.id,
            score=done[entry.id].points,
            opponents=frozenset(done[entry.id].opponents),
            byes=done[entry.id].byes,
            downs=done[entry.id].downs,
            seed=entry.seed,
            groups=frozenset() if entry.club is None else frozenset({entry.club}),
            awarded_bye=entry.awarded_bye,
        )
        for entry in event.active
    ]


def pair_event(event: OfflineEvent, seed: str) -> dict[str, object]:
    """The next round of the event; raises a `PairingError` when there is nobody to pair."""
    players = players_of(event)
    options = Options(first_round=event.options.first_round, keep_apart=event.options.keep_apart)
    pairing = pair_swiss(players, seed, options)
    names = {entry.id: entry.name for entry in event.entries}
    reasons = explain(pairing, players, keep_apart=options.keep_apart, name=lambda key: names[str(key)])
    check = verify(players, pairing.tables, pairing.bye, keep_apart=options.keep_apart)
    return {
        "method": pairing.method,
        "round": len(event.rounds) + 1 if event.rounds else None,
        "seed": pairing.seed,
        "seed_hash": seed_hash(pairing.seed),
        "tables": _tables(pairing, reasons.tables),
        "bye": None if pairing.bye is None else {"id": pairing.bye, "explanation": reasons.bye},
        "awarded_byes": list(pairing.awarded),
        "certificate": asdict(pairing.certificate),
        "check": {**asdict(check), "seated": check.seated, "proved_best": check.proved_best},
    }


def _tables(pairing: Pairing, reasons: tuple[str, ...]) -> list[dict[str, object]]:
    return [
        {
            "table": number,
            "a": table.a,
            "b": table.b,
            "a_points": table.a_score,
            "b_points": table.b_score,
            "explanation": reason,
        }
        for number, (table, reason) in enumerate(zip(pairing.tables, reasons, strict=True), start=1)
    ]
