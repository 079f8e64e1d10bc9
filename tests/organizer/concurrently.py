"""Several things at the same moment, each in a thread with its own database connection."""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*acts: Callable[[], object]) -> list[Exception | None]:
    """Run all of ``acts`` together and wait for them; what each raised, in their order."""
    raised: list[Exception | None] = [None] * len(acts)
    barrier = threading.Barrier(len(acts))

    def run(place: int) -> None:
        barrier.wait()
        try:
            acts[place]()
        except Exception as error:
            raised[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised
