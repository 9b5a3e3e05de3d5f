import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Placement } from '../../shared/renders/placement.ts';
import { type Paint, renderLocal } from '../../workers/renderer/compose/renderer.ts';
import { findWearer, type Wearer } from '../../workers/renderer/people/garments/dress.ts';
import type { Pixels } from '../../workers/renderer/pixels/pixels.ts';
import { chooseCutout } from '../../workers/renderer/products/choose-cutout.ts';
import { RendererError } from '../../workers/renderer/renderer-error.ts';
import type { LocalReport } from '../../workers/renderer/report.ts';
import { analyseScene } from '../../workers/renderer/scene/scene-analysis.ts';
import { detectThings } from '../../workers/renderer/scene/things/detector.ts';
import { contactSheet, type Tile } from './local-quality/contact-sheet.ts';
import { fetchPhotos } from './local-quality/fetch-photos.ts';
import { measureInProcess } from './local-quality/in-process.ts';
import { type ManyFigures, manyTable } from './local-quality/many.ts';
import {
  beyondBody,
  changedOutside,
  colorShift,
  edgeHalo,
  type Face,
  faceOverlap,
} from './local-quality/measures.ts';
import { measuredSize } from './local-quality/output-size.ts';
import { type Pair, qualityPairs } from './local-quality/pairs.ts';
import { type Broken, brokenRules } from './local-quality/rules.ts';

/** Measurements of one rendered pair. */
export interface PairFigures {
  scene: string;
  product: string;
  cutout: 'high' | 'low';
  pose: LocalReport['pose'];
  placement: Placement;
  zone: string;
  /** The rules that the image breaks. */
  broken: Broken[];
  /** CIE76 of the mean colors, and its part in a*, b*. */
  deltaE: number;
  chroma: number;
  /** CIE76 of outline pixels from a clean edge. */
  halo: number;
  /** Changed pixels outside product and shadow: must be 0. */
  outside: number;
  /** Product pixels on a face, glasses aside: must be 0. */
  onFace: number;
  milliseconds: number;
}

export interface LocalQualityFigures extends PairsMeasured {
  many: ManyFigures;
}

/**
 * Renders scene × product pairs of real photos and measures each image: those of the reporting side, with `quick` those
 * that the renderer was tuned on.
 */
export async function measureLocalQuality(options: {
  quick: boolean;
  say: (line: string) => void;
}): Promise<LocalQualityFigures> {
  await fetchPhotos(options.say);
  if (qualityPairs().length < fewestPairs) {
    options.say('The folder of test photos is not there: only few are measured.');
  }
  const measured = await measureInProcess<PairsMeasured>('pairs', options);
  options.say(`Contact sheet of all images: ${measured.sheet}`);
  const many = await measureInProcess<ManyFigures>('many', options);
  return { ...measured, many };
}

export interface PairsMeasured {
  pairs: PairFigures[];
  /** Scene and product of the renders that were rejected, because the product could not be cut out or put on. */
  rejected: string[];
  /** PNG with all images. */
  sheet: string;
}

/** Minimum of a full run: fewer are the examples alone, or a quick run. */
const fewestPairs = 30;

const publishedSheet = fileURLToPath(new URL('../../docs/images/contact-sheet.jpg', import.meta.url));

/** Renders before those that are measured. */
const warmUp = 4;

/** For a process of its own. */
export async function measurePairs(quick: boolean): Promise<PairsMeasured> {
  const chosen = qualityPairs(quick ? 'tune' : 'report');
  const pairs: PairFigures[] = [];
  const rejected: string[] = [];
  const tiles: Tile[] = [];
  const shown: Tile[] = [];
  // The first renders load the models and compile; they are not part of the times.
  for (const pair of chosen.slice(0, warmUp)) await measurePair(pair);
  for (const pair of chosen) {
    const measured = await measurePair(pair);
    if (!measured) {
      rejected.push(`${basename(pair.product)} in ${basename(pair.scene)}`);
      continue;
    }
    const { figures, png } = measured;
    pairs.push(figures);
    const tile = await makeTile(png);
    const broken = figures.broken.length > 0 ? ` ✗ ${figures.broken.join(', ')}` : '';
    tiles.push({ png: tile, title: `${pairs.length} ${figures.product} · ${figures.placement}${broken}` });
    if (pair.free) shown.push({ png: tile, title: `${figures.scene} × ${figures.product}` });
    console.log(
      `${pairs.length}/${chosen.length} ${figures.scene} × ${figures.product}: ${figures.milliseconds} ms`,
    );
  }
  const sheet = join(await mkdtemp(join(tmpdir(), 'local-quality-')), 'contact-sheet.png');
  await contactSheet(tiles, 300, sheet);
  // The documentation shows those whose photos are freely licensed.
  if (!quick && chosen.length >= fewestPairs) await contactSheet(shown, 220, publishedSheet);
  return { pairs, rejected, sheet };
}

/** Returns the table of all figures, Markdown, ending in the worst and mean values. */
export function localQualityTable({ pairs, rejected, many }: LocalQualityFigures): string {
  const rows = pairs.map(
    (pair, i) =>
      `| ${i + 1} | ${pair.scene} | ${pair.product} | ${pair.zone} | ${pair.placement} | ${pair.broken.join(', ') || '–'} | ${pair.cutout} | ${pair.deltaE.toFixed(1)} | ${pair.chroma.toFixed(1)} | ${pair.halo.toFixed(1)} | ${pair.outside} | ${pair.onFace} | ${pair.milliseconds} |`,
  );
  const mean = (read: (pair: PairFigures) => number) =>
    pairs.reduce((sum, pair) => sum + read(pair), 0) / pairs.length;
  const worst = (read: (pair: PairFigures) => number) => Math.max(...pairs.map(read));
  const count = (test: (pair: PairFigures) => boolean) => pairs.filter(test).length;
  const torn = count(({ broken }) => broken.includes('torn'));
  const floating = count(({ broken }) => broken.includes('floating'));
  return [
    '| | Scene | Product | Place | Placement | Breaks | Cut-out | ΔE | Δab | Halo | Outside px | On faces px | ms |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `${pairs.length} pairs at 2048 px. ${count(({ broken }) => broken.length === 0)} break no rule; ${count(({ placement }) => placement === 'good')} are placed where they belong, ${count(({ placement }) => placement === 'plain')} plainly; ${torn} torn, ${floating} floating. Mean ΔE ${mean((p) => p.deltaE).toFixed(1)}, mean Δab ${mean((p) => p.chroma).toFixed(1)}, mean halo ${mean((p) => p.halo).toFixed(1)}; pixels changed outside product and shadow: ${worst((p) => p.outside)} at most; product pixels on faces: ${worst((p) => p.onFace)} at most; mean ${Math.round(mean((p) => p.milliseconds))} ms, slowest ${worst((p) => p.milliseconds)} ms (goal: 2000, after ${warmUp} others).`,
    ...rejected.map((pair) => `Rejected, because the product could not be cut out or put on: ${pair}.`),
    '',
    manyTable(many),
    '',
    'Images of the pairs whose photos are freely licensed: [contact sheet](images/contact-sheet.jpg).',
  ].join('\n');
}

/** Returns undefined where the product cannot be cut out or put on. */
async function measurePair(pair: Pair): Promise<{ figures: PairFigures; png: Buffer } | undefined> {
  const [scene, product] = await Promise.all([readFile(pair.scene), readFile(pair.product)]);
  const output = await measuredSize(scene);
  const paints: Paint[] = [];
  const asked = { category: pair.category, tags: [], images: [product] };
  const rendered = await renderLocal(
    { scene, products: [asked], output },
    { onPaint: (paint) => paints.push(paint) },
  ).catch((error: unknown) => {
    if (error instanceof RendererError) return undefined;
    throw error;
  });
  if (!rendered) return undefined;
  const { png, report } = rendered;
  const before = await readPixels(scene, output);
  const picture = await readPixels(png, output);
  const { cutout, plan } = await chooseCutout(asked, { detect: detectThings });
  const [paint] = paints;
  const [place] = report.placements;
  if (!paint || !place) throw new Error('The renderer painted nothing.');
  const cords = place.surface === 'ceiling' ? [place.x + place.width / 2] : [];
  const shift = colorShift({ data: cutout.rgba, width: cutout.width, height: cutout.height }, paint.pixels);
  const wearer = await findWearerIn(before);
  const onFace = faceOverlap(paint, place.zone === 'face' ? undefined : findFace(wearer));
  const halo = edgeHalo(picture, paint);
  const model = await analyseScene(before, await detectThings(before));
  const broken = brokenRules({
    place,
    paint,
    plan,
    model,
    chroma: shift.chroma,
    halo,
    onFace,
    beyondBody: wearer ? beyondBody(paint, wearer) : 0,
  });
  return {
    png,
    figures: {
      scene: basename(pair.scene).replace(/\.\w+$/u, ''),
      product: basename(pair.product).replace(/(_rgba)?\.\w+$/u, ''),
      cutout: report.cutout[0] ?? 'low',
      pose: report.pose,
      placement: report.placement[0] ?? 'left out',
      zone: place.zone ?? place.surface,
      broken,
      ...shift,
      halo,
      outside: changedOutside(before, picture, paints, cords),
      onFace,
      milliseconds: report.milliseconds.total ?? 0,
    },
  };
}

/** Decoded exactly as the renderer does, so that an untouched pixel compares equal. */
async function readPixels(
  image: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Pixels> {
  const data = await sharp(image)
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .raw()
    .toBuffer();
  return { data, width, height };
}

async function findWearerIn(scene: Pixels): Promise<Wearer | undefined> {
  const wearer = await findWearer(scene);
  return wearer instanceof Error ? undefined : wearer;
}

/** Brows to chin of the most prominent person, by the joints of the head. */
function findFace(wearer: Wearer | undefined): Face | undefined {
  if (!wearer?.frame.head) return undefined;
  const { eyes, along, eyeGap } = wearer.frame.head;
  const down = { x: -along.y, y: along.x };
  const reach = { up: eyeGap * 0.4, down: eyeGap * 1.5 };
  const middle = (reach.down - reach.up) / 2;
  return {
    x: wearer.view.x + eyes.x + down.x * middle,
    y: wearer.view.y + eyes.y + down.y * middle,
    halfWidth: eyeGap * 1.05,
    halfHeight: (reach.up + reach.down) / 2,
    along,
  };
}

/** Wide banners are cut to the part where the product is, so that a thumbnail shows it. */
async function makeTile(png: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata();
  const image = sharp(png);
  const cut =
    width > height * 2
      ? image.extract({ left: Math.round(width * 0.32), top: 0, width: Math.round(width * 0.4), height })
      : image;
  return cut.resize(600, 600, { fit: 'inside' }).png().toBuffer();
}
