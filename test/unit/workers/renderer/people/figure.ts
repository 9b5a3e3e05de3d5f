import sharp from 'sharp';
import { maskSide, shrunk } from '../../../../../workers/renderer/people/body/mask.ts';
import { type JointName, jointNames, type Pose } from '../../../../../workers/renderer/people/body/pose.ts';
import type { Person } from '../../../../../workers/renderer/people/body/read-person.ts';
import type { Pixels } from '../../../../../workers/renderer/pixels/pixels.ts';
import { drawing } from '../drawing-sharp.ts';

/** A drawn person, 600 × 800: head at (300, 130), green top, arms hanging, the left hand in front of the belly. */
const joints: Record<JointName, [number, number]> = {
  nose: [300, 145],
  leftEye: [320, 125],
  rightEye: [280, 125],
  leftEar: [345, 130],
  rightEar: [255, 130],
  leftShoulder: [390, 270],
  rightShoulder: [210, 270],
  leftElbow: [425, 400],
  rightElbow: [175, 400],
  leftWrist: [330, 450],
  rightWrist: [170, 520],
  leftHip: [360, 520],
  rightHip: [240, 520],
  leftKnee: [360, 660],
  rightKnee: [240, 660],
  leftAnkle: [360, 780],
  rightAnkle: [240, 780],
};

const skin = '#d09a78';
const body = `
  <ellipse cx="300" cy="140" rx="52" ry="66" fill="${skin}"/>
  <rect x="278" y="190" width="44" height="60" fill="${skin}"/>
  <path d="M215 236 L385 236 L402 300 L380 520 L220 520 L198 300Z" fill="#3a7a30"/>
  <path d="M228 520 L372 520 L380 800 L310 800 L300 600 L290 800 L220 800Z" fill="#303a60"/>
  <g stroke="${skin}" stroke-width="36" stroke-linecap="round" fill="none">
    <path d="M205 280 L175 400 L170 520"/><path d="M395 280 L425 400 L330 450"/></g>
  <g stroke="#3a7a30" stroke-width="46" stroke-linecap="round" fill="none">
    <path d="M208 268 L192 340"/><path d="M392 268 L408 340"/></g>
  <circle cx="318" cy="456" r="24" fill="${skin}"/>`;

const svg = (inner: string, ground: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="${ground}"/>${inner}</svg>`,
  );

export const figurePng = (): Promise<Buffer> => drawing(svg(body, '#9fc0d0')).removeAlpha().png().toBuffer();

async function rgb(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A stand-in for the outline network's result: `white` is its drawing (SVG), the person white on black. */
export async function getOutline(
  scene: Pixels,
  white: Buffer,
): Promise<Pick<Person, 'small' | 'mask' | 'scale'>> {
  const scale = maskSide / scene.height;
  const small = await shrunk(scene, scale);
  const drawn = await rgb(white);
  const outline = await sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 3 } })
    .resize(small.width, small.height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const data = Float32Array.from(outline, (byte) => byte / 255);
  return { small, mask: { data, width: small.width, height: small.height }, scale };
}

/** The figure's pixels and the models' result for it: the outline from the drawing, the joints as drawn. */
export async function drawnPerson(): Promise<{ scene: Pixels; person: Person }> {
  const scene = await rgb(await figurePng());
  const outlined = await getOutline(scene, svg(body.replace(/#[0-9a-f]{6}/gu, '#ffffff'), '#000000'));
  const pose = Object.fromEntries(
    jointNames.map((name) => [name, { x: joints[name][0], y: joints[name][1], score: 0.9 }]),
  ) as Pose;
  const box = { x: 150, y: 70, width: 300, height: 730 };
  return { scene, person: { pose, ...outlined, box } };
}

/** A flat T-shirt on a transparent background: body 200 wide, sleeves at 45°, hem at 330. */
export async function teeCutout(fill = '#c03040'): Promise<Pixels> {
  const tee = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="340">
    <path d="M130 12 Q180 40 230 12 L285 25 L355 95 L312 135 L280 110 L280 330 L80 330 L80 110 L48 135 L5 95 L75 25Z" fill="${fill}"/></svg>`;
  const { data, info } = await drawing(tee).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A flat jumper on a transparent background: body 200 wide, sleeves 240 long, hanging at 60°. */
export async function jumperCutout(fill = '#c03040'): Promise<Pixels> {
  const jumper = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="340">
    <path d="M190 12 Q240 40 290 12 L345 25 L470 230 L430 255 L340 120 L340 330 L140 330 L140 120 L50 255 L10 230 L135 25Z" fill="${fill}"/></svg>`;
  const { data, info } = await drawing(jumper).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A flat top with straps, without sleeves, 184 wide. */
export async function tankCutout(fill = '#c03040'): Promise<Pixels> {
  const tank = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="340">
    <path d="M120 30 L148 30 Q152 130 180 132 Q208 130 212 30 L240 30 Q240 120 262 150 L272 330 L88 330 L98 150 Q120 120 120 30Z" fill="${fill}"/></svg>`;
  const { data, info } = await drawing(tank).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export const teePng = async (): Promise<Buffer> => {
  const { data, width, height } = await teeCutout();
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
};
