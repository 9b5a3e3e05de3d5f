import { findMask, grown } from '../../../people/body/mask.ts';
import type { PersonModels } from '../../../people/body/models.ts';
import { findPose, type JointName, type Pose, visible } from '../../../people/body/pose.ts';
import type { Person } from '../../../people/body/read-person.ts';
import type { Pixels } from '../../../pixels/pixels.ts';
import type { Zone } from '../../../zones.ts';

/** The joints that prove a wearer, per zone. A hat may be photographed from behind: the outline is enough there. */
const jointsByZone: Partial<Record<Zone, JointName[]>> = {
  torso: ['leftShoulder', 'rightShoulder', 'leftElbow', 'rightElbow', 'leftHip', 'rightHip'],
  full: ['leftShoulder', 'rightShoulder', 'leftElbow', 'rightElbow', 'leftHip', 'rightHip'],
  legs: ['leftKnee', 'rightKnee', 'leftAnkle', 'rightAnkle', 'leftHip', 'rightHip'],
  head: [],
};

/** Zones whose products cover a body and are photographed on one. */
export const isGarment = (zone: Zone | undefined): zone is Zone => zone !== undefined && zone in jointsByZone;

/** Minimum share of the photo that the outline covers. */
const minOutline = 0.06;

/**
 * Finds the person who wears the garment in its photo (RGB); joints and box in the photo's pixels. Garments laid flat
 * can be found as people too; `showsWearer` excludes them later.
 */
export async function findPhotoWearer(
  models: PersonModels,
  photo: Pixels,
  zone: Zone,
): Promise<Person | undefined> {
  const found = await findMask(models.outline, photo);
  if (!found || covered(found.mask.data) < minOutline) return undefined;
  const whole = { x: 0, y: 0, width: photo.width, height: photo.height };
  const first = await findPose(models.pose, photo, whole);
  const small = found.box.width * found.box.height < 0.5 * photo.width * photo.height;
  const close = small ? await findPose(models.pose, photo, grown(found.box, 1.25, whole)) : first;
  const pose = evidence(close, zone) > evidence(first, zone) ? close : first;
  return evidence(pose, zone) >= visible ? { ...found, pose } : undefined;
}

/** The second best score of the zone's joints: a single joint is often found where there is none. */
function evidence(pose: Pose, zone: Zone): number {
  const scores = (jointsByZone[zone] ?? []).map((name) => pose[name].score).sort((p, q) => q - p);
  return scores[1] ?? 1;
}

const covered = (mask: Float32Array): number => mask.reduce((sum, share) => sum + share, 0) / mask.length;
