import Joi from 'joi';
import { webhookStates } from '../../../shared/deliveries/webhook-outbox.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { sendPage } from '../../identity/send-page.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { pageOfRenders } from '../renders/page-of-renders.ts';
import { timeRange } from '../time-range.ts';
import { type WebhooksFilter, webhooksPage } from './webhooks-page.tsx';

const word = Joi.string().trim().max(128).empty('');

const getWebhooks = defineRoute({
  ...pageFacts,
  id: 'getOpsWebhooks',
  path: '/ops/webhooks',
  access: 'operator',
  summary: 'Webhooks of renders of every account',
  query: Joi.object<WebhooksFilter & { before?: string }>({
    before: word,
    state: Joi.string()
      .valid(...webhookStates)
      .empty(''),
    account: word,
    ...timeRange,
  }).prefs({ convert: true }),
  handle: async ({ database, web }: OperatorDependencies, { res, person, query }) => {
    const { before, ...filter } = query;
    const { state = 'any', ...others } = filter;
    const page = await pageOfRenders(database, { ...others, webhook: state }, before);
    sendPage(res, webhooksPage({ person, filter, ...page }, web().build.ops));
  },
});

export const opsWebhookRoutes = [getWebhooks];
