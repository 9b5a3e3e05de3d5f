import { expect } from 'chai';
import { toLab } from '../../../../../workers/renderer/pixels/lab.ts';
import { type FloorFinding, findFloor } from '../../../../../workers/renderer/scene/floor.ts';
import { getGradient } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import { drawing } from '../drawing-sharp.ts';

const width = 240;
const height = 160;

/** The floor of a drawn scene with shapes on a pale wall. */
async function getFloor(shapes: string, wall = '#e2ddd2'): Promise<FloorFinding> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="lit" x2="0" y2="1"><stop offset="0" stop-color="${wall}"/><stop offset="1" stop-color="#d2cdc4"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#lit)"/>${shapes}</svg>`;
  const data = await drawing(svg).removeAlpha().raw().toBuffer();
  const planes = toLab(data, width, height, 3);
  return findFloor(planes, getGradient(planes));
}

/** Share of a rectangle (shares of the picture) that is free floor. */
function freeIn({ mask }: FloorFinding, [x, y, w, h]: [number, number, number, number]): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.round(y * height); row < (y + h) * height; row++) {
    for (let column = Math.round(x * width); column < (x + w) * width; column++) {
      sum += mask[row * width + column]!;
      count++;
    }
  }
  return sum / count;
}

const floor = (fill = '#8a6a4a') => `<rect y="108" width="240" height="52" fill="${fill}"/>`;
const lower: [number, number, number, number] = [0.05, 0.8, 0.9, 0.18];

describe('the floor of a scene', () => {
  it('is found below a wall of another color, also beside furniture', async () => {
    const sofa = '<rect x="70" y="70" width="100" height="70" rx="6" fill="#3d5a80"/>';
    expect(freeIn(await getFloor(floor()), lower)).to.be.above(0.95);
    const beside = await getFloor(floor() + sofa);
    expect(freeIn(beside, [0.02, 0.8, 0.22, 0.18])).to.be.above(0.95);
    expect(freeIn(beside, [0.33, 0.6, 0.33, 0.2])).to.equal(0);
  });

  it('reaches the wall where the light fades along it', async () => {
    const fading = `<linearGradient id="f" x2="0" y2="1"><stop offset="0" stop-color="#dcc6a6"/><stop offset="1" stop-color="#8f7c60"/></linearGradient>
      <rect y="104" width="240" height="4" fill="#ffffff"/><rect y="108" width="240" height="52" fill="url(#f)"/>`;
    expect(freeIn(await getFloor(fading), [0.05, 0.7, 0.9, 0.28])).to.be.above(0.95);
  });

  it('is not the wall below a table that the lower edge cuts', async () => {
    const table = '<rect y="96" width="190" height="18" fill="#a9764c"/>';
    expect(freeIn(await getFloor(table), [0, 0.6, 1, 0.4])).to.equal(0);
  });

  it('is not the sofa or chair that the lower edge cuts where no floor is visible', async () => {
    const backs = '<path d="M30 160V110Q30 96 44 96H96Q110 96 110 110V160Z" fill="#7d4f33"/>';
    expect(freeIn(await getFloor(backs), [0, 0.6, 1, 0.4])).to.equal(0);
  });

  it('is not the water of a pool', async () => {
    expect(freeIn(await getFloor(floor('#48d6ea')), lower)).to.equal(0);
  });

  it('is not a black shape without detail', async () => {
    expect(freeIn(await getFloor(floor('#0b0b0c')), lower)).to.equal(0);
  });

  it('does not continue from the floor onto furniture in the color of another part of the lower edge', async () => {
    const sofa = '<rect x="60" y="80" width="130" height="68" fill="#5b3a29"/>';
    const darkPart = '<rect x="200" y="150" width="40" height="10" fill="#5b3a29"/>';
    const found = await getFloor(floor('#a8a29a') + sofa + darkPart);
    expect(freeIn(found, [0.28, 0.7, 0.45, 0.2])).to.equal(0);
  });
});
