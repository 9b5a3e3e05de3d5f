import type { Readiness } from '../ops/readiness.ts';
import type { Tone } from '../web/design/components/status.tsx';

/** Says for people whether the service works now. */
export const statusTexts: Record<Readiness['status'], readonly [tone: Tone, text: string]> = {
  ready: ['success', 'Everything works'],
  busy: ['warning', 'The queue is full: new renders wait'],
  'not-rendering': ['danger', 'Renders do not start at the moment'],
  degraded: ['warning', 'A part does not respond'],
  stopping: ['warning', 'This process is restarting'],
  unavailable: ['danger', 'Not available at the moment'],
};
