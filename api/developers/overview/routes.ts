import Joi from 'joi';
import { listKeys } from '../../../shared/keys/keys.ts';
import { readCredits } from '../../credits/read-credits.ts';
import { newAttempt, readAttempt, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import type { PortalDependencies } from '../portal-dependencies.ts';
import { getDoneText } from '../portal-done.ts';
import { listNewest } from '../render-list.tsx';
import { takeShown } from '../shown-once.ts';
import { overviewPage } from './overview-page.tsx';
import { startSample } from './start-sample.ts';

const shownRenders = 6;

const getDevelopers = defineRoute({
  ...pageFacts,
  id: 'getDevelopers',
  path: '/developers',
  access: 'developer',
  summary: 'Overview of an account for its developers',
  query: Joi.object<{ done?: string }>({ done: Joi.string().max(40) }).unknown(),
  handle: async ({ database, web, config, box, limits }: PortalDependencies, call) => {
    const { res, person, query } = call;
    const account = person.account.id;
    const [credits, keys, renders] = await Promise.all([
      readCredits(database.accounts, account, limits),
      listKeys(database.keys, account),
      listNewest(database.renders, account, shownRenders),
    ]);
    const page = {
      ...{ person, baseUrl: config.BASE_URL, credits, keys, renders, attempt: newAttempt() },
      shown: takeShown(call, box, 'key'),
      done: getDoneText(query.done),
    };
    sendPage(res, overviewPage(page, web().build.rooms));
  },
});

const postSample = defineRoute({
  ...formFacts,
  id: 'renderSample',
  path: '/developers/sample',
  access: 'developer',
  summary: 'Render the sample of the documentation, free of charge',
  failures: ['INVALID_INPUT', 'RATE_LIMITED', 'MODEL_UNAVAILABLE'],
  handle: async ({ core, limits }: PortalDependencies, { req, res, person }) => {
    const attempt = readAttempt(await readForm(req));
    const sample = { res, account: person.account.id, attempt };
    await startSample(core, limits.RENDER_DEADLINE_SECONDS * 1000, sample);
    seeOther(res, '/developers#renders');
  },
});

export const overviewRoutes = [getDevelopers, postSample];
