import type { Matte } from './matte.ts';
import type { DecodedPhoto } from './source.ts';
import { borderCounts, type Edge, touchedEdges } from './trust.ts';

// An alpha channel that hides less than 0.5 % is a rounding artefact of an opaque image.
const HIDDEN_SHARE_MIN = 0.005;
const HIDDEN_BELOW = 128;

/** True if the image has a usable alpha channel. */
export function hasAlphaCutout({ data, channels }: DecodedPhoto): boolean {
  if (channels !== 4) return false;
  let hidden = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i]! < HIDDEN_BELOW) hidden++;
  return hidden > HIDDEN_SHARE_MIN * (data.length / 4);
}

/** True if the image is fully transparent. */
export function isInvisible({ data, channels }: DecodedPhoto): boolean {
  if (channels !== 4) return false;
  for (let i = 3; i < data.length; i += 4) if (data[i]! >= 8) return false;
  return true;
}

export function givenMatte({ data, width, height }: DecodedPhoto): Matte {
  return { rgba: data, left: 0, top: 0, width, height };
}

export function givenTouches({ data, width, height }: DecodedPhoto): Edge[] {
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) mask[i] = data[i * 4 + 3]! >= HIDDEN_BELOW ? 1 : 0;
  return touchedEdges(borderCounts(mask, width, height), width, height);
}
