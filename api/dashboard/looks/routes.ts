import Joi from 'joi';
import { ApiError } from '../../../shared/errors.ts';
import { readLookOpens } from '../../../shared/kpis/read-look-opens.ts';
import { findLook, listLooks, revokeLook } from '../../../shared/try-on/shared-looks.ts';
import { readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { recordChange } from '../../stores/record-change.ts';
import { shareUrl } from '../../try-on/share-address.ts';
import { readOwnAddress } from '../../try-on-pages/hosted-host.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toStorePath } from '../dashboard-page.tsx';
import { looksPage } from './looks-page.tsx';

const access = 'merchant of the store';

const getLooks = defineRoute({
  ...pageFacts,
  id: 'getLooksPage',
  path: '/dashboard/:slug/looks',
  access,
  summary: 'The shared looks of a store',
  query: Joi.object<{ done?: string }>({ done: Joi.string() }).unknown(),
  handle: async (dependencies: DashboardDependencies, { req, res, person, store, query }) => {
    const { sharedLooks, kpiDays, service, web } = dependencies;
    const looks = await listLooks(sharedLooks, store);
    const oldest = looks.at(-1);
    const opens = oldest ? await readLookOpens(kpiDays, store._id, oldest.createdAt) : new Map();
    const own = readOwnAddress(req, service);
    const toUrl = (shortId: string) => shareUrl(store, shortId, own, service);
    sendPage(res, looksPage({ person, store, looks, opens, toUrl, done: query.done }, web().build.rooms));
  },
});

const postEnd = defineRoute({
  ...formFacts,
  id: 'endLookByForm',
  path: '/dashboard/:slug/looks/end',
  access,
  summary: 'End a shared look',
  failures: ['NOT_FOUND'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { sharedLooks, blobs } = dependencies;
    const look = await findLook(sharedLooks, call.store, (await readForm(call.req)).look ?? '');
    if (!look) throw new ApiError('NOT_FOUND', 'The store has no shared look with this id.');
    await revokeLook({ sharedLooks, blobs }, look);
    await recordChange(dependencies, call, { action: 'look.end', before: { look: look._id } });
    seeOther(call.res, `${toStorePath(call.store, 'looks')}?done=look`);
  },
});

/** The shared looks of a store. */
export const looksPages = [getLooks, postEnd];
