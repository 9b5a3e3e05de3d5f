import Joi from 'joi';
import { ApiError } from '../../../shared/errors.ts';
import { claimHost, removeHost, verifyHost } from '../../../shared/stores/host-claims.ts';
import { getEmbedOrigin } from '../../../shared/stores/script-tag.ts';
import { readSetupFacts } from '../../../shared/stores/setup-facts.ts';
import { type FormValues, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { recordChange } from '../../stores/record-change.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toStorePath } from '../dashboard-page.tsx';
import { toFormErrors } from '../form-errors.ts';
import type { StoreCall } from '../store-call.ts';
import { type SetupPage, setupPage } from './setup-page.tsx';

const base = '/dashboard/:slug/setup';
const access = 'merchant of the store';

async function sendSetup(
  dependencies: DashboardDependencies,
  { res, person, store }: StoreCall,
  said: Pick<SetupPage, 'done' | 'values' | 'errors'> = {},
): Promise<void> {
  const { proofs, service, config, web } = dependencies;
  const page = {
    ...{ person, store, embedOrigin: getEmbedOrigin(config), ...said },
    facts: await readSetupFacts(dependencies, store, service.serviceDomain),
    getProofText: (host: string) => proofs.getText(store, host),
  };
  sendPage(res, setupPage(page, web().build.rooms), said.errors ? 422 : 200);
}

const getSetup = defineRoute({
  ...pageFacts,
  id: 'getSetupPage',
  path: base,
  access,
  summary: 'The steps from a new store to its first order',
  query: Joi.object<{ done?: string }>({ done: Joi.string() }).unknown(),
  handle: (dependencies: DashboardDependencies, call) =>
    sendSetup(dependencies, call, { done: call.query.done }),
});

const postHost = defineRoute({
  ...formFacts,
  id: 'claimHostByForm',
  path: `${base}/hosts`,
  access,
  summary: 'Add a host of the shop, which then waits for a proof',
  failures: ['CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const values = await readForm(call.req);
    const { host = '' } = values;
    const changed = await refusable(dependencies, call, values, () =>
      claimHost(dependencies, call.store, host.trim()),
    );
    if (!changed) return;
    await recordChange(dependencies, call, { action: 'store.host-add', after: { host } });
    seeOther(call.res, `${toStorePath(call.store, 'setup')}#hosts`);
  },
});

const postVerify = defineRoute({
  ...formFacts,
  id: 'verifyHostByForm',
  path: `${base}/hosts/verify`,
  access,
  summary: 'Look for the proof that a host belongs to the merchant',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { host = '' } = await readForm(call.req);
    const proof = await verifyHost(dependencies, call.store, host);
    if (proof)
      await recordChange(dependencies, call, { action: 'store.host-verify', after: { host, proof } });
    seeOther(call.res, `${toStorePath(call.store, 'setup')}?done=${proof ? 'host' : 'no-proof'}`);
  },
});

const postRemove = defineRoute({
  ...formFacts,
  id: 'removeHostByForm',
  path: `${base}/hosts/remove`,
  access,
  summary: 'Remove a host of the shop',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { host = '' } = await readForm(call.req);
    await removeHost(dependencies, call.store, host);
    await recordChange(dependencies, call, { action: 'store.host-remove', before: { host } });
    seeOther(call.res, `${toStorePath(call.store, 'setup')}?done=no-host`);
  },
});

/** Makes a change; when it is refused because of the host, sends the form again and returns undefined. */
async function refusable<Result>(
  dependencies: DashboardDependencies,
  call: StoreCall,
  values: FormValues,
  change: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await change();
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'CONFLICT' && error.detail.field === 'host';
    const errors = isTaken ? { host: error.message } : toFormErrors(error, { host: 'Host' });
    await sendSetup(dependencies, call, { values, errors });
    return undefined;
  }
}

/** The page of the set-up and its forms. */
export const setupPages = [getSetup, postHost, postVerify, postRemove];
