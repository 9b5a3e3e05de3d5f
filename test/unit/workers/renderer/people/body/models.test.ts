import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import sharp from 'sharp';
import { silentLogger } from '../../../../../../shared/log.ts';
import { renderLocal } from '../../../../../../workers/renderer/compose/renderer.ts';
import { loadPersonModels, personModels } from '../../../../../../workers/renderer/people/body/models.ts';
import { RendererError } from '../../../../../../workers/renderer/renderer-error.ts';
import { createLocalRendererPool } from '../../../../../../workers/renderer/threads/pool.ts';
import { block, rgb, room } from '../../synthetic.ts';
import { figurePng, teePng } from '../figure.ts';

const output = { width: 600, height: 800 };
const dressed = async () => ({
  scene: await figurePng(),
  products: [{ category: 'T-Shirts', tags: [], images: [await teePng()] }],
  output,
});

describe('the person models', () => {
  it('are shipped with their licences, of the package and of the model', () => {
    const folder = 'workers/renderer/people/body/models';
    expect(readFileSync(`${folder}/LICENSE`, 'utf8')).to.match(/^MIT License/);
    const apache = readFileSync(`${folder}/LICENSE-APACHE`, 'utf8');
    expect(apache)
      .to.match(/Apache License\s+Version 2\.0, January 2004/)
      .and.contain('END OF TERMS AND CONDITIONS');
    const notice = readFileSync(`${folder}/NOTICE.md`, 'utf8');
    expect(notice).to.contain('LICENSE-APACHE').and.contain('Copyright Google LLC');
  });

  it('return the reason when their files are missing', async () => {
    const answer = await loadPersonModels({ pose: '/nowhere/pose.json', outline: '/nowhere/outline.json' });
    expect(answer).to.be.instanceOf(Error);
    expect((answer as Error).message).to.contain('/nowhere/');
  });

  it('are optional: without them nothing is put on, and the report says why', async () => {
    const missing = new Error('no models here');
    const { png, report } = await renderLocal(await dressed(), { personModels: async () => missing });
    expect(png.length).to.be.above(1000);
    expect(report.pose).to.equal('none');
    expect(report.placement).to.deep.equal(['plain']);
    expect(report.poseMissing).to.equal('no models here');
    expect(report.placements[0]!.zone).to.equal(undefined);
  });

  it('take precedence where they detect no person: nothing is put on an outline alone', async () => {
    const nobody = (side: number) => ({ side, run: async () => new Float32Array(Math.max(side * side, 51)) });
    const blind = { pose: nobody(192), outline: nobody(256) };
    const { report } = await renderLocal(await dressed(), { personModels: async () => blind });
    expect(report.pose).to.equal('none');
    expect(report.placements[0]!.zone).to.equal(undefined);
  });

  it('are not loaded for rooms', async () => {
    let asked = 0;
    const request = {
      scene: await room(900, 600),
      products: [{ category: 'Chairs', tags: [], images: [await block(200, 240)] }],
      output: { width: 900, height: 600 },
    };
    const personModels = async () => new Error(`asked ${++asked}`);
    const { report } = await renderLocal(request, { personModels });
    expect(asked).to.equal(0);
    expect(report.pose).to.equal('none');
    expect(report).to.not.have.property('poseMissing');
  });

  it('load once, from the packages that are installed', async () => {
    const [first, second] = [await personModels(), await personModels()];
    if (first instanceof Error) throw first;
    expect(second).to.equal(first);
    const side = first.outline.side;
    const answer = await first.outline.run(new Float32Array(side * side * 3));
    expect(answer.length).to.equal(side * side);
    expect(Math.max(...answer)).to.be.at.most(1);
  });
});

const photos = new URL('../../../../../../../shared/photos/', import.meta.url);

describe('people on real photos', () => {
  const read = (path: string): Buffer => readFileSync(new URL(path, photos));

  before(function () {
    if (existsSync(photos)) return;
    console.log('      skipped: the folder of test photos is not there');
    this.skip();
  });

  const size = { width: 512, height: 512 };
  const request = (product: string, category: string) => ({
    scene: read('scenes/person_astronaut.png'),
    products: [{ category, tags: [], images: [read(`products/${product}`)] }],
    output: size,
  });

  it('wear a shirt below the chin, and keep face and wall byte for byte', async () => {
    const tall = { width: 550, height: 761 };
    const scene = read('scenes/person_woman_full_body_orange_tee.jpg');
    const { png, report } = await renderLocal({
      ...request('tee_blue_rgba.png', 'T-Shirts'),
      scene,
      output: tall,
    });
    expect(report.pose).to.equal('model');
    const before = await rgb(scene, tall.width, tall.height);
    const after = await rgb(png, tall.width, tall.height);
    const same = (x: number, y: number) => {
      const i = (y * tall.width + x) * 3;
      return before.subarray(i, i + 3).equals(after.subarray(i, i + 3));
    };
    for (let y = 183; y < 230; y++)
      for (let x = 236; x < 268; x++) expect(same(x, y), `${x}, ${y}`).to.equal(true);
    for (let y = 0; y < 150; y++) for (let x = 0; x < tall.width; x++) expect(same(x, y)).to.equal(true);
    const chest = (311 * tall.width + 279) * 3;
    expect(after[chest + 2]).to.be.above(after[chest]! + 60);
  });

  it('wear no hat above the edge of the image', async () => {
    const whole = sharp(read('scenes/person_astronaut.png'));
    const scene = await whole.extract({ left: 0, top: 95, width: 512, height: 417 }).png().toBuffer();
    const asked = { ...request('cap_black_rgba.png', 'Caps'), scene, output: { width: 512, height: 417 } };
    const failure = await renderLocal(asked).catch((error: unknown) => error);
    expect((failure as Error).message).to.contain('the whole head');
  });

  it('wear no shirt on raised arms', async () => {
    const scene = read('scenes/person_grey_sweatshirt_blue.jpg');
    const asked = { ...request('tee_blue_rgba.png', 'T-Shirts'), scene, output: { width: 512, height: 768 } };
    const failure = await renderLocal(asked).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(RendererError);
    expect((failure as Error).message).to.contain('with hanging arms');
  });

  it('wear no shirt over a striped dress, which would show beside it', async () => {
    const scene = read('scenes/person_woman_striped_outfit_teal.jpg');
    const asked = {
      ...request('tee_white_cubes_rgba.png', 'T-Shirts'),
      scene,
      output: { width: 512, height: 768 },
    };
    const failure = await renderLocal(asked).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(RendererError);
    expect((failure as Error).message).to.contain('in plain clothes');
  });

  it('come out of a renderer thread with identical bytes', async () => {
    const asked = request('sunglasses_blue_rgba.png', 'Sunglasses');
    const pool = createLocalRendererPool({ threads: 1, detecting: true, log: silentLogger() });
    try {
      const [here, there] = [await renderLocal(asked), await pool.render(asked)];
      expect(there.report.pose).to.equal('model');
      expect(there.png.equals(here.png)).to.equal(true);
      const [glasses] = here.report.placements;
      expect(glasses!.y + glasses!.height / 2).to.be.closeTo(106, 12);
    } finally {
      await pool.close();
    }
  });

  it('put no shoes on a chest when the feet are not in the image: the render is rejected', async () => {
    const asked = request('shoe_black_sneaker.jpg', 'Shoes');
    const failure = await renderLocal(asked).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(RendererError);
    expect((failure as Error).message).to.contain('both feet');
  });
});
