import Joi from 'joi';
import { clientAddress } from '../http/client-address.ts';
import { defineRoute } from '../http/route.ts';
import { keepAlive, sendEvent, streamTurns } from '../http/server-events.ts';
import { isStillOperator } from './is-still-operator.ts';
import type { OperatorDependencies } from './operator-dependencies.ts';
import { readOverview } from './overview.ts';
import { overviewPage } from './overview-page.tsx';

const everyMs = 3_000;

/** The page of the overview as events `page`, each time it has changed, for as long as the session is valid. */
export const getUpdates = defineRoute({
  id: 'getOpsUpdates',
  method: 'get',
  path: '/ops/updates',
  access: 'operator',
  summary: 'Changes of the overview',
  query: Joi.object<{ done?: string }>({ done: Joi.string().max(40) }).unknown(),
  responses: { 200: { description: 'Server-sent events.' } },
  failures: ['RATE_LIMITED'],
  handle: async (dependencies: OperatorDependencies, { req, res, person, query }) => {
    const { database, web, streams, stopping } = dependencies;
    const release = streams.take({ keyId: `person ${person.user.id}`, address: clientAddress(req.ip) });
    let sent = '';
    const turn = async () => {
      if (!(await isStillOperator(database, person).catch(() => false))) return false;
      const overview = await readOverview(dependencies);
      const html = overviewPage({ person, overview, done: query.done }, web().build.ops);
      if (html === sent) keepAlive(res);
      else sendEvent(res, 'page', { html });
      sent = html;
      return true;
    };
    await streamTurns(res, { stopping, everyMs, turn }).finally(release);
  },
});
