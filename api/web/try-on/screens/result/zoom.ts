/** An image's place in its stage: CSS pixels from the stage's corner, and its scale. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

export const whole: View = { scale: 1, x: 0, y: 0 };
export const maxScale = 5;
/** Of one press of a button or key. */
export const zoomFactor = 1.5;

/** Returns the view scaled by a factor, so that what is under `point` stays there. */
export function zoomedAt(view: View, factor: number, point: Point, stage: Size): View {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const share = scale / view.scale;
  return within(
    { scale, x: point.x - (point.x - view.x) * share, y: point.y - (point.y - view.y) * share },
    stage,
  );
}

/** Returns the view moved by so many pixels, the stage always covered. */
export function panned(view: View, by: Point, stage: Size): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, stage);
}

function within({ scale, x, y }: View, { width, height }: Size): View {
  return { scale, x: clamped(x, width * (1 - scale)), y: clamped(y, height * (1 - scale)) };
}

/** Between `least`, which is negative or 0, and 0; never -0. */
function clamped(value: number, least: number): number {
  return Math.min(0, Math.max(least, value)) || 0;
}

/** Returns the view after a key: plus, minus, arrows and 0; null: the key has no effect. */
export function viewAfterKey(view: View, key: string, stage: Size): View | null {
  const middle = { x: stage.width / 2, y: stage.height / 2 };
  const far = Math.min(stage.width, stage.height) / 5;
  if (key === '+' || key === '=') return zoomedAt(view, zoomFactor, middle, stage);
  if (key === '-') return zoomedAt(view, 1 / zoomFactor, middle, stage);
  if (key === '0') return whole;
  const moves: Record<string, Point> = {
    ArrowLeft: { x: far, y: 0 },
    ArrowRight: { x: -far, y: 0 },
    ArrowUp: { x: 0, y: far },
    ArrowDown: { x: 0, y: -far },
  };
  const move = moves[key];
  return move && view.scale > 1 ? panned(view, move, stage) : null;
}
