import type { RenderState } from '../../../shared/renders/states.ts';
import { Badge, type Tone } from '../../web/design/components/status.tsx';

/** The list of the renders; the page of each is below it. */
export const finder = { href: '/ops/renders', title: 'Renders' };

export const toRenderPath = (id: string): string => `${finder.href}/${encodeURIComponent(id)}`;

export const RenderLink = ({ id }: { id: string }) => (
  <a href={toRenderPath(id)}>
    <code>{id}</code>
  </a>
);

function toTone(state: RenderState): Tone {
  if (state === 'succeeded') return 'success';
  return state === 'failed' || state === 'expired' ? 'danger' : 'neutral';
}

export const StateBadge = ({ state }: { state: RenderState }) => <Badge tone={toTone(state)}>{state}</Badge>;
