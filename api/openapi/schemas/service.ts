import type { ProbeResult, Readiness } from '../../ops/readiness.ts';
import type { Rendering } from '../../ops/rendering.ts';
import { flag, integer, listOf, nullable, number, objectOf, ref, type Schema, text } from '../schema.ts';

const probes = (what: string): Schema => ({
  type: 'object',
  description: what,
  additionalProperties: ref('Probe'),
});

export const serviceSchemas: Record<string, Schema> = {
  Health: objectOf<{ status: string; uptimeSeconds: number }>('The process runs.', {
    status: text('Always `ok`.', { const: 'ok' }),
    uptimeSeconds: integer('Since the process started.', { minimum: 0 }),
  }),
  Probe: objectOf<ProbeResult>('One check.', {
    ok: flag('Whether it passed.'),
    ms: number('Its duration in milliseconds.', { minimum: 0 }),
  }),
  Readiness: objectOf<Readiness>('Whether the process should receive requests.', {
    ready: flag('Whether it should.'),
    status: text('Why.', {
      enum: ['ready', 'busy', 'not-rendering', 'degraded', 'stopping', 'unavailable'],
    }),
    backends: probes('The backends that it needs.'),
    process: probes('What it needs of itself.'),
    rendering: objectOf<Rendering>('Whether the workers can render.', {
      possible: flag('Whether they can.'),
      reasons: listOf(text('A reason.'), 'Why not.'),
    }),
    queue: objectOf<Readiness['queue']>('Renders that wait.', {
      waiting: nullable(integer('Renders; null: not known.', { minimum: 0 })),
      max: integer('From this many on, new renders are refused.', { minimum: 0 }),
    }),
  }),
};
