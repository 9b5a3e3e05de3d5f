import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { panned, type View, viewAfterKey, whole, zoomedAt } from './zoom.ts';

const doubleTapMs = 300;
const doubleTapScale = 2.5;

interface Point {
  x: number;
  y: number;
}

interface Zoom {
  view: View;
  /** By a button: about the middle. */
  zoomBy: (factor: number) => void;
  reset: () => void;
}

/** Zoom and pan of a stage: pinch, double tap, drag, wheel with Ctrl, keys. */
export function useZoom(stage: RefObject<HTMLElement | null>): Zoom {
  const [view, setView] = useState<View>(whole);
  const current = useRef(view);
  const change = useCallback((next: View) => {
    current.current = next;
    setView(next);
  }, []);
  useEffect(() => {
    const { current: element } = stage;
    return element ? listen(element, () => current.current, change) : undefined;
  }, [stage, change]);
  return {
    view,
    zoomBy(factor) {
      const size = stage.current?.getBoundingClientRect();
      if (size) change(zoomedAt(view, factor, { x: size.width / 2, y: size.height / 2 }, size));
    },
    reset: () => change(whole),
  };
}

function listen(element: HTMLElement, read: () => View, change: (view: View) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const pointers = new Map<number, Point>();
  let lastTap = 0;
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const size = () => element.getBoundingClientRect();
  const isControl = (event: Event) => event.target instanceof HTMLInputElement;

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (isControl(event)) return;
      pointers.set(event.pointerId, at(event));
      element.setPointerCapture(event.pointerId);
      const isDouble = pointers.size === 1 && event.timeStamp - lastTap < doubleTapMs;
      lastTap = isDouble ? 0 : event.timeStamp;
      if (!isDouble) return;
      change(read().scale > 1 ? whole : zoomedAt(read(), doubleTapScale, at(event), size()));
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (other) {
        const factor = distance(now, other) / Math.max(1, distance(before, other));
        change(zoomedAt(read(), factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, size()));
      } else if (read().scale > 1) {
        change(panned(read(), { x: now.x - before.x, y: now.y - before.y }, size()));
      }
    },
    { signal },
  );
  for (const type of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(type, ({ pointerId }) => pointers.delete(pointerId), { signal });
  }
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      change(zoomedAt(read(), Math.exp(-event.deltaY / 200), at(event), size()));
    },
    { signal, passive: false },
  );
  element.addEventListener(
    'keydown',
    (event) => {
      if (isControl(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = viewAfterKey(read(), event.key, size());
      if (!next) return;
      event.preventDefault();
      change(next);
    },
    { signal },
  );
  return () => ending.abort();
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
