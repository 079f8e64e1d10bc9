"""Tie-breaks: each a small named rule with its formula, its source and its working.

A tie-break is immutable and compares by its parameters, so a chain is a tuple of them.  Most rank
everybody (`TieBreak.column`); head-to-head and the lot look only at entries that are still tied
(`TiedOnly.keys`).
"""

from organizer.standings.tiebreaks.base import Byes, Ranking, TieBreak, TiedOnly
from organizer.standings.tiebreaks.chess import (
    AdjustedScore,
    Buchholz,
    BuchholzCut1,
    Dummy,
    MedianBuchholz,
    OpponentsSum,
    Share,
    SonnebornBerger,
)
from organizer.standings.tiebreaks.opponents import (
    ExtendedStrengthOfSchedule,
    OpponentsGameWin,
    OpponentsMatchWin,
    OpponentsMean,
    OpponentsOpponentsWinRate,
    OpponentsWinRate,
    StrengthOfSchedule,
)
from organizer.standings.tiebreaks.own import (
    GameDifference,
    GameWin,
    HandSetSeed,
    LatePenalty,
    MatchPoints,
    MatchWin,
    PointsPerRound,
    WinRate,
    Wins,
)
from organizer.standings.tiebreaks.tied import HeadToHead, Lot, lot_number

__all__ = [
    "AdjustedScore",
    "Buchholz",
    "BuchholzCut1",
    "Byes",
    "Dummy",
    "ExtendedStrengthOfSchedule",
    "GameDifference",
    "GameWin",
    "HandSetSeed",
    "HeadToHead",
    "LatePenalty",
    "Lot",
    "MatchPoints",
    "MatchWin",
    "MedianBuchholz",
    "OpponentsGameWin",
    "OpponentsMatchWin",
    "OpponentsMean",
    "OpponentsOpponentsWinRate",
    "OpponentsSum",
    "OpponentsWinRate",
    "PointsPerRound",
    "Ranking",
    "Share",
    "SonnebornBerger",
    "StrengthOfSchedule",
    "TieBreak",
    "TiedOnly",
    "WinRate",
    "Wins",
    "lot_number",
]
