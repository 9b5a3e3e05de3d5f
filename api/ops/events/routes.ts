import Joi from 'joi';
import { listDeliveries } from '../../../shared/deliveries/list-deliveries.ts';
import { eventMap } from '../../../shared/events/event-map.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byOperator } from '../../identity/audit-origin.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { timeRange } from '../time-range.ts';
import { findEventOfStore, replayEventByOperator } from './event-actions.ts';
import { eventPage } from './event-page.tsx';
import { type EventFilter, listEvents } from './event-queries.ts';
import { eventsPage, shownStates, toEventPath } from './events-page.tsx';

const word = Joi.string().trim().max(128).empty('');

const getEvents = defineRoute({
  ...pageFacts,
  id: 'getOpsEvents',
  path: '/ops/events',
  access: 'operator',
  summary: 'Events of every store',
  query: Joi.object<EventFilter & { before?: number }>({
    before: Joi.number().integer().min(0).max(8.64e15),
    store: word,
    account: word,
    state: Joi.string()
      .valid(...shownStates)
      .empty(''),
    event: Joi.string()
      .valid(...eventMap.map(({ name }) => name))
      .empty(''),
    ...timeRange,
  }).prefs({ convert: true }),
  handle: async ({ database, web }: OperatorDependencies, { res, person, query }) => {
    const { before, ...filter } = query;
    const page = await listEvents(database, filter, before);
    sendPage(res, eventsPage({ person, filter, ...page }, web().build.ops));
  },
});

const eventParameter = {
  event: { description: 'Id of the event.', schema: { type: 'string' } },
} as const;

const getEvent = defineRoute({
  ...pageFacts,
  id: 'getOpsEvent',
  path: '/ops/events/:event',
  params: eventParameter,
  access: 'operator',
  summary: 'Everything about one event',
  query: Joi.object<{ done?: string }>({ done: Joi.string().max(40) }).unknown(),
  failures: ['NOT_FOUND'],
  handle: async ({ database, web }: OperatorDependencies, { res, person, params, query }) => {
    const { event, store } = await findEventOfStore(database, params.event);
    const attempts = await listDeliveries(database.deliveries, store._id, event._id);
    sendPage(res, eventPage({ person, event, store, attempts, done: query.done }, web().build.ops));
  },
});

const postReplay = defineRoute({
  ...formFacts,
  id: 'replayOpsEvent',
  path: '/ops/events/:event/replay',
  params: eventParameter,
  access: 'operator',
  summary: 'Forward an event again',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: OperatorDependencies, call) => {
    const id = call.params.event;
    const isReplayed = await replayEventByOperator(dependencies, byOperator(call), id);
    seeOther(call.res, `${toEventPath(id)}?done=${isReplayed ? 'replayed' : 'not-replayed'}`);
  },
});

export const opsEventRoutes = [getEvents, getEvent, postReplay];
