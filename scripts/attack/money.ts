import { createAccount } from '../../shared/accounts/accounts.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { newId } from '../../shared/ids.ts';
import { createKey } from '../../shared/keys/keys.ts';
import { until } from '../chaos/clock.ts';
import { send } from './send.ts';
import { count, createTally, note, type Tally } from './tally.ts';
import type { Target } from './target.ts';

/** Ways to make a provider work without paying for it, and to pay once for several renders. */
export async function spendNothing(target: Target): Promise<Tally> {
  const tally = createTally('money');
  await cancelAfterStart(target, tally);
  await shareOneCredit(target, tally);
  return tally;
}

const cancellations = 60;
/** `UNCHARGED_STARTS_PER_DAY`, and those in progress while the bound is reached. */
const mostUncharged = 25;

/** Starts a render, waits until the model works for it, and cancels it. */
async function cancelAfterStart(target: Target, tally: Tally): Promise<void> {
  const { model } = target.cluster;
  const key = await openAccount(target, 1_000);
  const body = JSON.stringify(target.validBody);
  model.latencyMs = 400; // long enough to be cancelled, short enough that the queue of others stays open
  let uncharged = 0;
  for (let index = 0; index < cancellations; index += 1) {
    await target.turns.attack(2);
    const headers = { prefer: 'respond-async' };
    const response = await send(`${target.url()}/visualize`, { method: 'POST', key, headers, body });
    count(tally, 'render to cancel', 'any', response);
    const id = response.headers.get('x-render-id');
    if (response.status !== 202 || !id) continue;
    target.accepted.add(id);
    await until(async () => (await readState(target, id)) === 'running', 10_000, 20);
    const cancelled = await send(`${target.url()}/visualize/${id}`, { method: 'DELETE', key });
    count(tally, 'cancellation', 'any', cancelled);
    if ((await readState(target, id)) === 'cancelled') uncharged += 1;
  }
  model.latencyMs = 0;
  if (uncharged > mostUncharged)
    note(tally, `${uncharged} renders were started and not charged, expected at most ${mostUncharged}`);
}

async function readState({ cluster }: Target, id: string): Promise<string | undefined> {
  const render = await cluster.database.renders.findById(id, { state: 1 }).lean();
  return render?.state;
}

const atOnce = 40;

/** Forty calls at once with the last credit of an account. */
async function shareOneCredit(target: Target, tally: Tally): Promise<void> {
  const key = await openAccount(target, 1);
  const body = JSON.stringify(target.validBody);
  const headers = { prefer: 'respond-async' };
  const responses = await Promise.all(
    Array.from({ length: atOnce }, () =>
      send(`${target.url()}/visualize`, { method: 'POST', key, headers, body }),
    ),
  );
  for (const response of responses) {
    count(tally, 'last credit', 'any', response);
    const id = response.headers.get('x-render-id');
    if (id && response.status < 300) target.accepted.add(id);
  }
  const accepted = responses.filter(({ status }) => status === 202).length;
  if (accepted > 1) note(tally, `one credit paid for ${accepted} renders`);
}

async function openAccount({ cluster }: Target, credits: number): Promise<string> {
  const { accounts, keys, ledger } = cluster.database;
  const { _id: account } = await createAccount(accounts, { name: 'Attack on credits' });
  const grant = { account, grantId: newId('grant'), amount: credits, at: new Date() };
  await grantCredits({ accounts, ledger }, grant);
  return (await createKey(keys, { account, mode: 'live', name: 'attack' })).key;
}
