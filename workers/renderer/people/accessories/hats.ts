import { type Corner, drawnAffine } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { plus } from '../../pixels/points.ts';
import type { Head } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import { getSkull, type Skull } from '../body/skull.ts';
import type { Worn } from '../garments/worn.ts';
import { hatShape } from './hat-shape.ts';

/**
 * Distance of a rim below the middle of the forehead, in eye gaps: just above the brows; visors are slightly
 * lower.
 */
const rimDrop = { soft: 0.28, stiff: 0.36 };
/** Minimum and maximum vertical stretch of soft hats; stiff hats keep their shape. */
const stretch = { pressed: 0.72, stretched: 1.15 };

/** Puts a hat on a head: as wide as the head with its hair, the rim on the forehead, the visor over the face. */
export async function hatOn(
  cutout: Pixels,
  head: Head,
  person: Person,
  scene: Pixels,
): Promise<Worn | undefined> {
  const shape = hatShape(cutout);
  const skull = getSkull(head, person);
  const facing = Math.abs(head.turn) > 0.15 ? Math.sign(head.turn) : shape.visor;
  const mirrored = shape.visor !== 0 && facing !== shape.visor;
  const [left, right] = mirrored ? [1, 0] : [0, 1];
  const from: Corner = [shape.at(left, 0), shape.at(right, 0), shape.at(left, 1)];
  const to = onSkull(
    skull,
    heightOn(shape, skull),
    head.eyeGap * (shape.soft ? rimDrop.soft : rimDrop.stiff),
  );
  // Hats extend beyond the detected person.
  const layer = await drawnAffine(cutout, from, to, {
    x: -scene.width,
    y: -scene.height,
    width: scene.width * 3,
    height: scene.height * 3,
  });
  if (layer) clearFace(layer, head);
  return layer;
}

function heightOn(
  { width, height, soft }: { width: number; height: number; soft: boolean },
  skull: Skull,
): number {
  const natural = (height * skull.width) / width;
  if (!soft) return natural;
  return clamp(skull.height * 1.3, natural * stretch.pressed, natural * stretch.stretched);
}

function onSkull({ forehead, along, up, width }: Skull, height: number, down: number): Corner {
  const rim = plus(forehead, up, -down);
  const left = plus(rim, along, -width / 2);
  return [left, plus(left, along, width), plus(left, up, height)];
}

/** Keeps an ellipse from the brows to the chin free, whatever the hat's shape. */
function clearFace({ rect, pixels }: Worn, head: Head): void {
  const { eyeGap } = head;
  for (let i = 0; i < rect.width * rect.height; i++) {
    if (pixels.data[i * 4 + 3] === 0) continue;
    const at = { x: rect.x + (i % rect.width) + 0.5, y: rect.y + Math.floor(i / rect.width) + 0.5 };
    const { along, down } = faceCoordinates(at, head);
    const r = Math.hypot(along / (eyeGap * 1.08), (down - eyeGap * 0.55) / (eyeGap * 0.98));
    if (r < 1.05) pixels.data[i * 4 + 3] = Math.round(pixels.data[i * 4 + 3]! * clamp((r - 1) * 20, 0, 1));
  }
}
