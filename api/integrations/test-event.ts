import type { DeliveryLogModel } from '../../shared/deliveries/delivery-model.ts';
import { addDelivery } from '../../shared/deliveries/list-deliveries.ts';
import { ApiError } from '../../shared/errors.ts';
import { forwardedName } from '../../shared/events/event-map.ts';
import { eventDocId } from '../../shared/events/event-model.ts';
import { newId } from '../../shared/ids.ts';
import { changeIntegration, type IntegrationTransition } from '../../shared/integrations/transitions.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { IntegrationState, StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';
import { trackPayload } from '../../shared/track/payload.ts';
import { type TrackVerdict, toTrackVerdict } from '../../shared/track/policy.ts';
import { sendTrack } from '../../shared/track/send-track.ts';

export interface TestEventDependencies {
  stores: StoreModel;
  deliveries: DeliveryLogModel;
  outbound: Pick<Outbound, 'request'>;
  secrets: SecretBox;
}

export interface TestEventResult {
  delivered: boolean;
  /** HTTP status; absent without a response. */
  status?: number;
  ms: number;
  /** The first 500 bytes of the response, or why there was none. */
  answer: string;
  /** Of the integration, after the test. */
  state: IntegrationState;
}

/** Without the prefix. */
export const testEvent = 'Test Event';

const transitionByOutcome: Partial<Record<TrackVerdict, IntegrationTransition>> = {
  delivered: 'testSucceeds',
  pause: 'credentialsRefused',
  disable: 'gone',
};

/**
 * Sends one track call that is not of a shopper, without retries; a success connects a paused or disabled
 * integration again.
 * @throws ApiError CONFLICT when no endpoint is saved.
 */
export async function sendTestEvent(
  { stores, deliveries, outbound, secrets }: TestEventDependencies,
  store: StoreDoc,
  signal?: AbortSignal,
): Promise<TestEventResult> {
  const { endpoint, writeKey, revision, state } = store.integration;
  if (!endpoint) throw new ApiError('CONFLICT', 'Save an endpoint before sending a test event.');
  const at = new Date();
  const id = eventDocId(store._id, newId('test'));
  const event = {
    anonymousId: 'service-test',
    event: testEvent,
    sessionId: null,
    properties: {},
    timestamp: at,
  };
  const payload = trackPayload(event, store.slug);
  const { status, refusal, ms, answer } = await sendTrack(outbound, {
    endpoint,
    writeKey: writeKey && secrets.open(writeKey, store._id),
    id,
    payload,
    signal,
  });
  const verdict = toTrackVerdict({
    ...(status === undefined ? {} : { status }),
    ...(refusal ? { refusal } : {}),
  });
  const transition = transitionByOutcome[verdict];
  const changed =
    transition && (await changeIntegration(stores, store._id, transition, { revision, now: at }));
  const delivered = verdict === 'delivered';
  const outcome = { ms, answer, ...(status === undefined ? {} : { status }) };
  await addDelivery(deliveries, store._id, {
    event: id,
    name: forwardedName(testEvent),
    at,
    attempt: 1,
    outcome: delivered ? 'delivered' : 'dropped',
    body: JSON.stringify(payload),
    ...outcome,
    ...(refusal === undefined ? {} : { error: refusal }),
  });
  return { delivered, ...outcome, state: changed?.integration.state ?? state };
}
