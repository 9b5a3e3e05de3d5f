import type { WebhookState } from '../../../shared/deliveries/webhook-outbox.ts';
import { Status, type Tone } from '../../web/design/components/status.tsx';

const tones: Readonly<Record<WebhookState, Tone>> = {
  waiting: 'warning',
  delivered: 'success',
  failed: 'danger',
};

export const WebhookStatus = ({ state }: { state: WebhookState }) => (
  <Status tone={tones[state]}>{state}</Status>
);
