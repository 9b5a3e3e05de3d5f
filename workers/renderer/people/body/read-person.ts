import type { Pixels } from '../../pixels/pixels.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Rect } from '../../pixels/rect.ts';
import { withShoulders } from './bust.ts';
import { findMask, grown } from './mask.ts';
import type { PersonModels } from './models.ts';
import { findPose, type Pose, personScore, shouldersScore } from './pose.ts';

/** A person as detected by the models; joints and box in scene pixels. */
export interface Person {
  pose: Pose;
  /** The scene at mask size (RGB) and the outline in it, 0–1. */
  small: Pixels;
  mask: Plane;
  box: Rect;
  /** Mask pixels per scene pixel. */
  scale: number;
  /** True where only the face is certain, and the shoulders are estimated below it. */
  isBust?: true;
}

/** Reads the most prominent person of the scene, in `box` if known; undefined when neither shoulders nor a
 * face are visible. */
export async function readPerson(
  models: PersonModels,
  scene: Pixels,
  box?: Rect,
): Promise<Person | undefined> {
  const found = await findMask(models.outline, scene, box);
  const whole = { x: 0, y: 0, width: scene.width, height: scene.height };
  const first = await findPose(models.pose, scene, whole);
  if (!found) return undefined;
  const close = await findPose(models.pose, scene, grown(found.box, 1.25, whole));
  const pose = shouldersScore(close) >= shouldersScore(first) - 0.1 ? close : first;
  if (shouldersScore(pose) >= personScore) return { pose, ...found };
  const bust = withShoulders(pose);
  return bust && { pose: bust, ...found, isBust: true };
}
