import { sleep } from '../../chaos/clock.ts';
import { createRandom } from '../../chaos/random.ts';
import { count, createTally, type Tally } from '../tally.ts';
import { type Target, visualize } from '../target.ts';
import { makeBases } from './bases.ts';
import { type HostileImage, hostileImage } from './hostile-image.ts';

/** Between two images of one attacker: eleven a second are what the default limits of a key let through. */
const pauseMs = 90;

/** Sends hostile images as the scene of renders, from several accounts. */
export async function sendImages(target: Target, seed: number, wanted: number): Promise<Tally> {
  const tally = createTally('images');
  const bases = await makeBases();
  const random = createRandom(seed);
  let left = wanted;
  await Promise.all(
    target.attackers.map(async (attacker) => {
      while (left > 0) {
        left -= 1;
        const pause = sleep(pauseMs);
        const image = hostileImage(random, bases);
        await target.turns.launch(async () => {
          const response = await visualize(target, attacker, bodyWith(target, image));
          count(tally, image.kind, image.mustBeRefused ? 'refused' : 'any', response);
        });
        await pause;
      }
    }),
  );
  return tally;
}

function bodyWith({ validBody }: Target, { bytes }: HostileImage): Buffer {
  const [before, after] = JSON.stringify({ ...validBody, sceneImage: '@' }).split('@') as [string, string];
  return Buffer.from(`${before}data:image/jpeg;base64,${bytes.toString('base64')}${after}`);
}
