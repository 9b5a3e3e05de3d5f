import { randomUUID } from 'node:crypto';
import { type CallResult, callPlatform, recordResult } from './call.ts';
import { sleep } from './clock.ts';
import type { Attempt, History } from './history.ts';
import type { Member } from './member.ts';
import type { Random } from './random.ts';

export interface LoadAccount {
  id: string;
  key: string;
}

export interface LoadOptions {
  apis: Member[];
  accounts: LoadAccount[];
  /** Valid bodies of `POST /visualize`; any two differ. */
  bodies: string[];
  history: History;
  random: Random;
  /** No new operation starts after this; those in progress are finished. */
  stop: AbortSignal;
}

/** Operations of a client, by relative frequency. */
const operationWeights = {
  plain: 14,
  'plain-until-received': 8,
  'retry-until-done': 24,
  'same-key-at-once': 8,
  'respond-async': 14,
  wait: 6,
  'hang-up': 10,
  'cancel-soon': 8,
  'other-body': 3,
  'bad-body': 3,
  'bad-key': 2,
} as const;
type Operation = keyof typeof operationWeights;

const callMs = 16_000;
const maxAttempts = 4;

/** Runs one client: operation after operation until it is stopped. */
export async function runClient(options: LoadOptions): Promise<void> {
  while (!options.stop.aborted) {
    const kind = options.random.weighted(operationWeights);
    await operations[kind](options);
    await sleep(options.random.whole(0, 150), options.stop);
  }
}

const operations: Record<Operation, (options: LoadOptions) => Promise<unknown>> = {
  plain: (options) => visualize(options, newAttempt(options)),

  'plain-until-received': async (options) => {
    const series = randomUUID();
    const { account, body } = drawn(options);
    // No other call is equal: what this one finds again is its own.
    const own = withTitle(body, series);
    for (let tries = 1; tries <= maxAttempts; tries += 1) {
      const attempt = newAttempt(options, { account, series });
      await visualize(options, attempt, { body: own });
      const wasReset = attempt.status === undefined && attempt.respondedAt - attempt.sentAt < callMs;
      if (!wasReset && (attempt.status ?? 0) < 500) return;
    }
  },

  'retry-until-done': async (options) => {
    const idempotencyKey = randomUUID();
    const { account, body } = drawn(options);
    for (let tries = 1; tries <= maxAttempts; tries += 1) {
      const attempt = newAttempt(options, { account, idempotencyKey });
      await visualize(options, attempt, { body });
      if (attempt.verdict === 'success' || (attempt.status ?? 500) < 500) return;
      await sleep(options.random.whole(20, 800));
    }
  },

  'same-key-at-once': async (options) => {
    const idempotencyKey = randomUUID();
    const { account, body } = drawn(options);
    const count = options.random.whole(2, 3);
    const attempts = Array.from({ length: count }, () => newAttempt(options, { account, idempotencyKey }));
    await Promise.all(attempts.map((attempt) => visualize(options, attempt, { body })));
  },

  'respond-async': async (options) => {
    const attempt = newAttempt(options);
    await visualize(options, attempt, { headers: { prefer: 'respond-async' } });
    await follow(options, attempt);
  },

  wait: async (options) => {
    const attempt = newAttempt(options);
    await visualize(options, attempt, { headers: { prefer: 'wait=1' } });
    await follow(options, attempt);
  },

  'hang-up': (options) => {
    const gone = AbortSignal.timeout(options.random.whole(5, 600));
    return visualize(options, newAttempt(options), { signal: gone });
  },

  'cancel-soon': async (options) => {
    const attempt = newAttempt(options);
    await visualize(options, attempt, { headers: { prefer: 'respond-async' } });
    await sleep(options.random.whole(0, 300));
    await cancel(options, attempt);
  },

  'other-body': async (options) => {
    const idempotencyKey = randomUUID();
    const { account, body } = drawn(options);
    const first = newAttempt(options, { account, idempotencyKey });
    await visualize(options, first, { body });
    if (first.verdict !== 'success') return;
    const second = newAttempt(options, { account, idempotencyKey });
    await visualize(options, second, { body: options.bodies.find((other) => other !== body)! });
    if (second.verdict === 'success') wrong(options, second, 'another body under the same key was rendered');
  },

  'bad-body': async (options) => {
    const attempt = newAttempt(options);
    await visualize(options, attempt, { body: '{"products":[]}' });
    if (attempt.verdict === 'success') wrong(options, attempt, 'a body without a scene was rendered');
  },

  'bad-key': async (options) => {
    const attempt = { ...newAttempt(options), key: 'service_live_0000000000' };
    await visualize(options, attempt);
    if (attempt.verdict === 'success') wrong(options, attempt, 'a key that does not exist was served');
  },
};

function withTitle(body: string, title: string): string {
  const request = JSON.parse(body) as { products: object[] };
  return JSON.stringify({ ...request, products: request.products.map((each) => ({ ...each, title })) });
}

function drawn({ random, accounts, bodies }: LoadOptions): { account: LoadAccount; body: string } {
  return { account: random.pick(accounts), body: random.pick(bodies) };
}

function newAttempt(
  options: LoadOptions,
  given: { account?: LoadAccount; idempotencyKey?: string; series?: string } = {},
): Attempt {
  const account = given.account ?? drawn(options).account;
  const attempt: Attempt = {
    requestId: randomUUID(),
    account: account.id,
    key: account.key,
    ...(given.idempotencyKey ? { idempotencyKey: given.idempotencyKey } : {}),
    ...(given.series ? { series: given.series } : {}),
    verdict: 'unknown',
    sentAt: Date.now(),
    respondedAt: Date.now(),
  };
  options.history.attempts.push(attempt);
  return attempt;
}

/** Returns an API that is up, as a load balancer would choose one; waits a moment when none is. */
async function pickAddress({ apis, random }: LoadOptions): Promise<string | undefined> {
  for (let tries = 0; tries < 40; tries += 1) {
    const up = apis.map((api) => api.port()).filter((port) => port !== undefined);
    if (up.length > 0) return `http://127.0.0.1:${random.pick(up)}`;
    await sleep(50);
  }
  return undefined;
}

async function visualize(
  options: LoadOptions,
  attempt: Attempt,
  change: { body?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<void> {
  const url = await pickAddress(options);
  if (!url) return;
  attempt.sentAt = Date.now();
  const patience = AbortSignal.timeout(callMs);
  const result = await callPlatform({
    method: 'POST',
    url: `${url}/visualize`,
    key: attempt.key,
    headers: {
      'x-request-id': attempt.requestId,
      ...(attempt.idempotencyKey ? { 'idempotency-key': attempt.idempotencyKey } : {}),
      ...change.headers,
    },
    body: change.body ?? options.random.pick(options.bodies),
    signal: change.signal ? AbortSignal.any([patience, change.signal]) : patience,
  });
  recordResult(attempt, result);
  const credits = (result.body?.usage as { credits?: number } | undefined)?.credits;
  if (result.verdict === 'success' && credits !== 1) wrong(options, attempt, `usage.credits was ${credits}`);
}

/** Polls a render that was accepted, as `202` asks for, until it has ended or the time is up. */
async function follow(options: LoadOptions, attempt: Attempt): Promise<void> {
  const end = Date.now() + callMs;
  while (attempt.verdict === 'unknown' && attempt.renderId && Date.now() < end) {
    await sleep(options.random.whole(50, 300));
    await pollRender(options, attempt);
  }
}

/** `GET /visualize/{id}`: a terminal state settles the attempt. */
export async function pollRender(
  options: Pick<LoadOptions, 'apis' | 'random' | 'history'>,
  attempt: Attempt,
): Promise<CallResult | undefined> {
  const url = await pickAddress(options as LoadOptions);
  if (!url) return undefined;
  const result = await callPlatform({
    method: 'GET',
    url: `${url}/visualize/${attempt.renderId}`,
    key: attempt.key,
    signal: AbortSignal.timeout(callMs),
  });
  const { state, imageDeletedAt } = result.body ?? {};
  // A caller that deleted the image has had its render.
  const deleted = state === 'succeeded' && typeof imageDeletedAt === 'string';
  if (result.verdict === 'success' || deleted) {
    Object.assign(attempt, { verdict: 'success', respondedAt: Date.now() });
  }
  if (result.status === 200 && ['failed', 'cancelled', 'expired'].includes(String(state))) {
    Object.assign(attempt, { verdict: 'failure', respondedAt: Date.now() });
  }
  if (result.status === 404) wrong(options, attempt, `render ${attempt.renderId} is no longer known`);
  return result;
}

async function cancel(options: LoadOptions, attempt: Attempt): Promise<void> {
  const url = attempt.renderId && (await pickAddress(options));
  if (!url) return;
  const result = await callPlatform({
    method: 'DELETE',
    url: `${url}/visualize/${attempt.renderId}`,
    key: attempt.key,
    signal: AbortSignal.timeout(callMs),
  });
  if (result.status !== 200 || !result.body) return;
  const { state, usage } = result.body as { state: string; usage: { credits: number } };
  attempt.cancelSaid = { state, credits: usage.credits };
}

function wrong({ history }: Pick<LoadOptions, 'history'>, attempt: Attempt, what: string): void {
  history.wrong.push({ requestId: attempt.requestId, what });
}
