import type { Matte } from './matte.ts';
import type { Pixels } from './source.ts';
import { borderCounts, type Edge, touchedEdges } from './trust.ts';

// An alpha channel that hides less than half a percent is a rounding artefact of an opaque picture.
const HIDDEN_SHARE_MIN = 0.005;
const HIDDEN_BELOW = 128;

/** True when the picture comes with a cut-out of its own. */
export function hasAlphaCutout({ data, channels }: Pixels): boolean {
  if (channels !== 4) return false;
  let hidden = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i]! < HIDDEN_BELOW) hidden++;
  return hidden > HIDDEN_SHARE_MIN * (data.length / 4);
}

/** True when there is nothing to see at all. */
export function isInvisible({ data, channels }: Pixels): boolean {
  if (channels !== 4) return false;
  for (let i = 3; i < data.length; i += 4) if (data[i]! >= 8) return false;
  return true;
}

export function givenMatte({ data, width, height }: Pixels): Matte {
  return { rgba: data, left: 0, top: 0, width, height };
}

export function givenTouches({ data, width, height }: Pixels): Edge[] {
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) mask[i] = data[i * 4 + 3]! >= HIDDEN_BELOW ? 1 : 0;
  return touchedEdges(borderCounts(mask, width, height), width, height);
}
