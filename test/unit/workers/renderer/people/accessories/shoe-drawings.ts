import { jointNames, type Pose } from '../../../../../../workers/renderer/people/body/pose.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { drawing } from '../../drawing-sharp.ts';
import { getOutline } from '../figure.ts';

/** Legs in blue trousers and green old shoes, toes to the left; shoulders 180 apart, ground at 760. */
const joints: Partial<Record<(typeof jointNames)[number], [number, number]>> = {
  leftShoulder: [390, 120],
  rightShoulder: [210, 120],
  leftHip: [350, 360],
  rightHip: [250, 360],
  leftKnee: [370, 530],
  rightKnee: [230, 530],
  leftAnkle: [380, 700],
  rightAnkle: [220, 700],
};

const legs = `
  <path d="M215 100 L385 100 L380 360 L405 705 L355 705 L310 400 L290 400 L245 705 L195 705 L220 360Z" fill="#2b4a9a"/>`;
const feet = `
  <path d="M198 700 L243 700 L246 752 L120 752 Q122 730 165 722Z" fill="#30a040"/>
  <path d="M358 700 L403 700 L406 752 L280 752 Q282 730 325 722Z" fill="#30a040"/>`;

const svg = (inner: string, ground: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="${ground}"/>${inner}</svg>`,
  );

async function rgb(picture: Buffer): Promise<Pixels> {
  const { data, info } = await drawing(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A person in old shoes, and the models' result: the outline from the drawing, the joints as drawn. */
export async function personInShoes(): Promise<{ scene: Pixels; person: Person }> {
  const scene = await rgb(svg(legs + feet, '#c8b8a0'));
  const white = svg((legs + feet).replace(/#[0-9a-f]{6}/gu, '#ffffff'), '#000000');
  const pose = Object.fromEntries(
    jointNames.map((name) => {
      const at = joints[name];
      return [name, { x: at?.[0] ?? 0, y: at?.[1] ?? 0, score: at ? 0.9 : 0 }];
    }),
  ) as Pose;
  const outlined = await getOutline(scene, white);
  return { scene, person: { pose, ...outlined, box: { x: 120, y: 100, width: 286, height: 652 } } };
}

const sole = (dx: number, dy: number): string =>
  `<path d="M${dx + 20} ${dy + 120} L${dx + 300} ${dy + 120} L${dx + 302} ${dy + 30} L${dx + 285} ${dy + 20} Q${dx + 260} ${dy + 45} ${dx + 215} ${dy + 10} L${dx + 195} ${dy + 8} Q${dx + 160} ${dy + 55} ${dx + 60} ${dy + 75} Q${dx + 15} ${dy + 85} ${dx + 20} ${dy + 120}Z" fill="#c02030"/>`;
const lace = `<path d="M190 20 C150 -60 250 -90 210 -170" stroke="#c02030" stroke-width="4" fill="none" transform="translate(0 180)"/>`;

const shoePictures = {
  /** Toe to the left, tilted, with a loose lace upwards. */
  laced: `<g transform="rotate(-18 180 240)">${sole(10, 190)}${lace}</g>`,
  right: `<g transform="translate(360 0) scale(-1 1)">${sole(10, 190)}</g>`,
  /** A boot whose shaft is of another shade than its foot. */
  boot: '<path d="M190 20 L320 20 L320 260 L200 250Z" fill="#602020"/><path d="M200 240 L320 240 L325 340 L30 340 Q30 290 120 280Z" fill="#c02030"/>',
  /** A sandal: a sole and a heel with straps between. */
  sandal: `<path d="M20 300 L250 300 L330 190 L340 200 L345 330 L335 330 L330 230 L260 318 L20 318Z" fill="#c02030"/><path d="M60 305 Q90 230 130 305 M250 300 Q300 130 335 200" stroke="#c02030" stroke-width="7" fill="none"/>`,
  apart: `${sole(10, 20)}${sole(30, 210)}`,
  overlapping: `${sole(50, 90)}${sole(0, 190)}`,
};

/** A cut-out of shoes on transparent ground, 360 × 360. */
export async function shoePicture(kind: keyof typeof shoePictures): Promise<Pixels> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="360">${shoePictures[kind]}</svg>`;
  const { data, info } = await drawing(picture).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
