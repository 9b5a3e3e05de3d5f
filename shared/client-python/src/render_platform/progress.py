"""How far a render is, from the events and polls that tell of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .types import ProgressEvent, QueuedEvent, Render


@dataclass(frozen=True)
class RenderProgress:
    render_id: str
    #: `queued` or `running`.
    state: str = "queued"
    #: Position in the queue, 1 for the next to start; only while it is queued.
    position: int | None = None
    #: What happens, as a text to show. Stages may be added.
    stage: str | None = None
    #: Share of the work done, 0 to 1, estimated between the reports of the model; it never falls.
    share: float = 0
    #: Median duration of the model's recent renders, without the time in the queue.
    expected_seconds: float | None = None


class ProgressReport:
    """Turns what is known of one render into calls of `on_progress`, without repetitions."""

    def __init__(self, render_id: str, on_progress: Callable[[RenderProgress], object] | None) -> None:
        self._on_progress = on_progress
        self._last = RenderProgress(render_id)

    def queued(self, event: QueuedEvent) -> None:
        expected = event.get("expectedSeconds")
        self._report(state="queued", position=event["position"], expected_seconds=expected)

    def running(self, event: ProgressEvent) -> None:
        share = max(self._last.share, event["share"])
        expected = event.get("expectedSeconds")
        self._report(
            state="running", position=None, stage=event["stage"], share=share, expected_seconds=expected
        )

    def polled(self, render: Render) -> None:
        """Reports a poll, which says less than the events: what they said stays."""
        if render["state"] == "queued":
            self._report(state="queued", position=render.get("queuePosition"))
        if render["state"] == "running":
            self._report(state="running", position=None)

    def _report(self, **known: object) -> None:
        progress = replace(self._last, **known)  # type: ignore[arg-type]
        if progress == self._last:
            return
        self._last = progress
        if self._on_progress:
            self._on_progress(progress)
