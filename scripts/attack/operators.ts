import { send } from './send.ts';
import { count, createTally, note, type Tally } from './tally.ts';
import type { Target } from './target.ts';

const guessesFromOneNetwork = 300;
const guessesFromAll = 300;

/** Guesses the password of `/ops` from many addresses of one network, then from many networks. */
export async function guessPasswords(target: Target): Promise<Tally> {
  const tally = createTally('operators');
  const hex = (value: number) => value.toString(16);
  await guess(target, tally, 'one /64', guessesFromOneNetwork, (index) => `2001:db8:1:1::${hex(index + 1)}`);
  await guess(target, tally, 'many networks', guessesFromAll, (index) => `2001:db8:${hex(index + 2)}::1`);
  return tally;
}

async function guess(
  target: Target,
  tally: Tally,
  from: string,
  times: number,
  getAddress: (index: number) => string,
): Promise<void> {
  let judged = 0;
  for (let index = 0; index < times; index += 1) {
    const password = Buffer.from(`operator:guess-${from}-${index}`).toString('base64');
    const headers = { authorization: `Basic ${password}`, 'x-forwarded-for': getAddress(index) };
    await target.turns.launch(async () => {
      const response = await send(`${target.url()}/ops`, { headers });
      count(tally, `guess from ${from}`, 'hidden', response);
      if (response.status === 401) judged += 1;
    });
  }
  await target.turns.settle();
  // Each API process counts by itself.
  const most = 110 * target.cluster.apis.length;
  if (judged > most) note(tally, `${judged} guesses from ${from} were compared, expected at most ${most}`);
}
