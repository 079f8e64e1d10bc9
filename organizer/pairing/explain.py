"""Plain sentences that say why two players meet, made on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .facts import FirstRound, Key, Pairing, Player, Table


@dataclass(frozen=True, slots=True)
class Explanation:
    """One sentence or a few per table, in the order of the pairing's tables, and one for the bye."""

    tables: tuple[str, ...]
    bye: str | None


def explain(
    pairing: Pairing, players: Iterable[Player], *, keep_apart: bool = False, name: Callable[[Key], str] = str
) -> Explanation:
    """Why each table is as it is.  `players` are those the round was paired from.

    `name` turns an id into what people call the player.
    """
    talk = _Talk(pairing, players, keep_apart, name)
    return Explanation(tuple(talk.table(table) for table in pairing.tables), talk.bye())


class _Talk:
    """The facts that sentences are made of."""

    def __init__(
        self, pairing: Pairing, players: Iterable[Player], keep_apart: bool, name: Callable[[Key], str]
    ) -> None:
        self.pairing = pairing
        self.keep_apart = keep_apart
        self.name = name
        self.waiting = {player.id: player for player in players if not player.awarded_bye}
        self.levels: dict[int, set[Key]] = {}
        for player in self.waiting.values():
            if player.id != pairing.bye:
                self.levels.setdefault(player.score, set()).add(player.id)
        self.at_least = self._count_from_above()
        self.nobody_met = not any(player.score or player.opponents for player in self.waiting.values())

    def _count_from_above(self) -> dict[int, int]:
        counts: dict[int, int] = {}
        total = 0
        for score, count in sorted(
            Counter({score: len(level) for score, level in self.levels.items()}).items(), reverse=True
        ):
            total += count
            counts[score] = total
        return counts

    def table(self, table: Table) -> str:
        a, b = self.waiting[table.a], self.waiting[table.b]
        parts = []
        if b.id in a.opponents or a.id in b.opponents:
            parts.append(self._rematch(a))
        if self.keep_apart and not a.groups.isdisjoint(b.groups):
            parts.append(
                f"Both belong to {', '.join(sorted(a.groups & b.groups))}: not all could be kept apart."
            )
        if self.nobody_met:
            parts.append(self._first_round(a, b))
        elif a.score == b.score:
            parts.append(f"Both on {_points(a.score)}.")
            parts += [line for player in (a, b) if (line := self._met_on(player, a.score))]
        else:
            parts.append(self._pair_down(a, b))
        return " ".join(parts)

    def bye(self) -> str | None:
        if self.pairing.bye is None:
            return None
        holder = self.waiting[self.pairing.bye]
        who = self.name(holder.id)
        fewest = min(player.byes for player in self.waiting.values())
        lowest = min(player.score for player in self.waiting.values() if player.byes == fewest)
        if holder.byes > fewest or holder.score > lowest:
            kept = "a rematch or a table of team mates" if self.keep_apart else "a rematch"
            return (
                f"{who} has the bye on {_points(holder.score)}: "
                f"a bye for anybody before them in line would have forced {kept}."
            )
        same = sum(player.byes == fewest and player.score == lowest for player in self.waiting.values())
        had = "without a bye so far" if not fewest else f"with no more than {_times(fewest, 'bye')} so far"
        drawn = self._drawn_bye(same)
        return f"{who} has the bye: {_points(lowest)} is the lowest score of those {had}{drawn}."

    def _drawn_bye(self, same: int) -> str:
        if same == 1:
            return ""
        if self.pairing.first_round == "seed":
            return f", and of the {same} on it theirs is the lowest seed"
        return f", and they are one of {same} on it"

    def _first_round(self, a: Player, b: Player) -> str:
        drawn: FirstRound | None = self.pairing.first_round
        if drawn != "seed":
            return "First round: drawn at random."
        seeds = [str(player.seed) if player.seed is not None else "unseeded" for player in (a, b)]
        return f"First round by seed: {' against '.join(seeds)}."

    def _rematch(self, a: Player) -> str:
        others = self._others(a)
        if all(other in a.opponents for other in others):
            return f"Rematch: nobody was left whom {self.name(a.id)} had not met."
        least = _times(self.pairing.certificate.rematches, "rematch", "rematches")
        if self.pairing.certificate.kind == "exact":
            return f"Rematch: no pairing of this round has fewer than {least}."
        return f"Rematch: this round has {least}."

    def _others(self, player: Player) -> list[Key]:
        return [key for key in self.waiting if key not in (player.id, self.pairing.bye)]

    def _met_on(self, player: Player, score: int) -> str:
        """How many of the others on a score the player had met, when there were any."""
        level = self.levels[score]
        met = sum(other in level for other in set(player.opponents))
        others = len(level) - (player.id in level)
        if not met or not others:
            return ""
        if met == others:
            return f"{self.name(player.id)} had met {_everybody(others)} on {_points(score)}."
        return f"{self.name(player.id)} had met {met} of the {others} others on {_points(score)}."

    def _pair_down(self, a: Player, b: Player) -> str:
        upper, lower = (a, b) if a.score > b.score else (b, a)
        step = _points(upper.score - lower.score)
        who, whom = self.name(upper.id), self.name(lower.id)
        line = f"{who} ({upper.score}) is paired down {step} to {whom} ({lower.score})"
        parts = [f"{line} because {self._reason(upper)}."]
        if any(lower.score < score < upper.score for score in self.levels):
            parts.append("A nearer opponent would have meant a rematch or larger differences elsewhere.")
        parts.append(self._met_on(upper, upper.score))
        return " ".join(filter(None, parts))

    def _reason(self, upper: Player) -> str:
        above = self.at_least[upper.score]
        if above % 2:
            players = _times(above, "player")
            return f"{players} on {_points(upper.score)} or more is an odd number: one of them meets a lower score"
        if self.pairing.certificate.kind == "none":
            return "no nearer pairing without a rematch was found"
        mates = " or team mates would meet" if self.keep_apart else ""
        return f"otherwise players who had met would meet again{mates}"


def _everybody(others: int) -> str:
    return "the only other" if others == 1 else f"all {others} others"


def _points(points: int) -> str:
    return _times(points, "point")


def _times(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
