import { setTimeout as sleep } from 'node:timers/promises';
import type { RenderDoc, RenderModel } from '../../../shared/renders/render-model.ts';
import { terminalStates } from '../../../shared/renders/states.ts';
import { buildRenderMessage } from '../../../shared/webhooks/render-message.ts';
import { signatureHeaders } from '../../../shared/webhooks/signature.ts';

export interface Forwarding {
  renders: RenderModel;
  account: string;
  /** Any address that this machine reaches, such as `http://localhost:4000/webhook`. */
  to: string;
  secrets: readonly string[];
  /** Public origin of the API. */
  baseUrl: string;
  /** Receives what became of each call. */
  report(forwarded: Forwarded): void;
}

export interface Forwarded {
  at: string;
  type: string;
  renderId: string;
  status?: number;
  /** Why there was no response. */
  error?: string;
}

const everyMs = 1_000;
const callMs = 15_000;
/** Renders that were open when the listening began are forwarded too. */
const openBeforeMs = 10 * 60_000;
const maxPerPass = 100;

/** Sends the webhook of each render of an account that ends from now on to an address, until `signal` aborts. */
export async function forwardWebhooks(forwarding: Forwarding, signal: AbortSignal): Promise<void> {
  const startedAt = new Date();
  const sent = new Set<string>();
  while (!signal.aborted) {
    for (const render of await findEnded(forwarding, startedAt, sent)) {
      sent.add(render._id);
      forwarding.report(await forward(forwarding, render));
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

function findEnded(
  { renders, account }: Forwarding,
  startedAt: Date,
  sent: ReadonlySet<string>,
): Promise<RenderDoc[]> {
  return renders
    .find({
      account,
      createdAt: { $gte: new Date(startedAt.getTime() - openBeforeMs) },
      endedAt: { $gte: startedAt },
      state: { $in: terminalStates },
      _id: { $nin: [...sent] },
    })
    .sort({ createdAt: 1, _id: 1 })
    .limit(maxPerPass)
    .lean<RenderDoc[]>();
}

async function forward({ to, secrets, baseUrl }: Forwarding, render: RenderDoc): Promise<Forwarded> {
  const message = buildRenderMessage(render, baseUrl);
  const body = JSON.stringify(message);
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'Content-Type': 'application/json',
    ...signatureHeaders(secrets, { id: render._id, timestamp, body }),
  };
  const call = fetch(to, { method: 'POST', headers, body, signal: AbortSignal.timeout(callMs) });
  const outcome = await call.then(
    ({ status }) => ({ status }),
    (error: Error) => ({ error: (error.cause as Error | undefined)?.message || error.message }),
  );
  return { at: new Date().toISOString(), type: message.type, renderId: render._id, ...outcome };
}
