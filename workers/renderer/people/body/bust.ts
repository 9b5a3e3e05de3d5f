import { getHead, type Head } from './body.ts';
import { type Joint, type Pose, visible } from './pose.ts';

/** Minimum score of the nose of a face that stands for a person. */
const certainFace = 0.4;
/** Position of shoulders below a head: distance from the chin and from the neck, in heights of the head. */
const usual = { below: 0.3, aside: 0.6 };

/**
 * Adds the shoulders that a portrait cuts off or shows unclearly, below the face; undefined without a face. The joints
 * below them stay uncertain.
 */
export function withShoulders(pose: Pose): Pose | undefined {
  const head = pose.nose.score >= certainFace ? getHead(pose, Number.POSITIVE_INFINITY) : undefined;
  if (!head) return undefined;
  const leftIsLeft = pose.leftEye.x < pose.rightEye.x;
  return {
    ...pose,
    leftShoulder: placed(pose.leftShoulder, head, leftIsLeft ? -1 : 1),
    rightShoulder: placed(pose.rightShoulder, head, leftIsLeft ? 1 : -1),
  };
}

/** The joint where it is detected at a plausible place, else at the usual one. */
function placed({ x, y, score }: Joint, { crown, chin, height }: Head, side: -1 | 1): Joint {
  const aside = ((x - crown.x) * side) / height;
  const isPlausible =
    score >= visible / 2 && y > chin.y && aside > usual.aside / 2 && aside < usual.aside * 2;
  if (isPlausible) return { x, y, score: visible };
  return { x: crown.x + side * usual.aside * height, y: chin.y + usual.below * height, score: visible };
}
