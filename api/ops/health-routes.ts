import Joi from 'joi';
import { queryParameter } from '../http/query.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import {
  buildList,
  buildObject,
  flag,
  integer,
  namedObject,
  nullable,
  number,
  openText,
  type Schema,
  text,
} from '../openapi/schema.ts';
import type { ProbeResult, Readiness } from './readiness.ts';
import type { Rendering } from './rendering.ts';

interface Health {
  status: 'ok';
  uptimeSeconds: number;
}

const healthSchema = namedObject<Health>('Health', 'The process runs.', {
  status: text('Always `ok`.', { const: 'ok' }),
  uptimeSeconds: integer('Since the process started.', { minimum: 0 }),
});

const getHealth = defineRoute({
  id: 'getHealth',
  tag: 'Service',
  method: 'get',
  path: '/healthz',
  access: 'anyone',
  summary: 'Whether the process runs',
  description: 'For orchestrators: a process that does not respond should be restarted.',
  responses: { 200: { description: 'It runs.', content: json(healthSchema) } },
  failures: ['INVALID_INPUT'],
  handle: (): Health => ({ status: 'ok', uptimeSeconds: Math.round(process.uptime()) }),
});

const probeSchema = namedObject<ProbeResult>('Probe', 'One check.', {
  ok: flag('Whether it passed.'),
  ms: number('Its duration in milliseconds.', { minimum: 0 }),
});
const probes = (what: string): Schema => ({
  type: 'object',
  description: what,
  additionalProperties: probeSchema,
});

const readinessSchema = namedObject<Readiness>('Readiness', 'Whether the process should receive requests.', {
  ready: flag('Whether it should.'),
  status: openText('Why.', ['ready', 'busy', 'not-rendering', 'degraded', 'stopping', 'unavailable']),
  backends: probes('The backends that it needs.'),
  process: probes('Probes of the process itself.'),
  rendering: buildObject<Rendering>('Whether the workers can render.', {
    possible: flag('Whether they can.'),
    reasons: buildList(text('A reason.'), 'Why not.'),
  }),
  queue: buildObject<Readiness['queue']>('Renders that wait.', {
    waiting: nullable(integer('Renders; null: not known.', { minimum: 0 })),
    max: integer('From this many on, new renders are refused.', { minimum: 0 }),
  }),
});

const getReadiness = defineRoute({
  id: 'getReadiness',
  tag: 'Service',
  method: 'get',
  path: '/readyz',
  access: 'anyone',
  summary: 'Whether the process should receive requests',
  description: 'For load balancers; with `for=renders`, for monitors of renders.',
  // Monitors add parameters of their own.
  query: Joi.object<{ for?: 'renders' }>({
    for: queryParameter((given) => (given === 'renders' ? given : undefined), 'must be renders')
      .description('`renders`: 503 also while a backend does not respond or the workers cannot render.')
      .meta({ jsonSchema: { type: 'string', enum: ['renders'] } }),
  }).unknown(),
  responses: {
    200: { description: 'It should.', content: json(readinessSchema) },
    503: { description: 'It should not.', content: json(readinessSchema) },
  },
  cache: 'no-store',
  handle: async ({ readiness }: { readiness: () => Promise<Readiness> }, { query, res }) => {
    const state = await readiness();
    const renders = state.rendering.possible && state.status !== 'degraded';
    if (!state.ready || (query.for === 'renders' && !renders)) res.status(503);
    return state;
  },
});

/** For machines: neither has data of customers, and neither needs a login. */
export const healthRoutes = [getHealth, getReadiness];
