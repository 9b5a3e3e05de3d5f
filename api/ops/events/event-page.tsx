import type { ListedDelivery } from '../../../shared/deliveries/list-deliveries.ts';
import { findEvent } from '../../../shared/events/event-map.ts';
import { type EventDoc, optedOutReason } from '../../../shared/events/event-model.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { trackPayload } from '../../../shared/track/payload.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { DeliveryTable } from '../../dashboard/delivery-table.tsx';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Button } from '../../web/design/components/button.tsx';
import { type Fact, Facts } from '../../web/design/components/card.tsx';
import { CodeBlock } from '../../web/design/components/code-block.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { Breadcrumbs } from '../../web/design/frame/frame.tsx';
import { toAccountPath } from '../accounts/accounts-page.tsx';
import { hideQuery } from '../hide-query.ts';
import { opsPage } from '../ops-page.tsx';
import { eventList, ForwardStatus, toEventPath } from './events-page.tsx';

interface EventPage {
  person: Person;
  event: EventDoc;
  store: StoreDoc;
  /** Those of the event among the last attempts of the store, the newest first. */
  attempts: readonly ListedDelivery[];
  done?: string | undefined;
}

/** `/ops/events/{id}` */
export const eventPage = ({ person, event, store, attempts, done }: EventPage, files: EntryFiles): string =>
  opsPage(
    {
      path: toEventPath(event._id),
      title: event.event,
      person,
      done,
      above: <Breadcrumbs trail={[{ href: '/ops', title: 'Operations' }, eventList]} title={event.event} />,
      beside: <ForwardStatus state={event.forward.state} />,
      children: (
        <>
          <Facts facts={describeEvent(event, store)} />
          <RoomSection id="attempts" title="Attempts" lead="Among the last 50 of its store.">
            {attempts.length === 0 ? (
              <p class="soft">None is kept.</p>
            ) : (
              <DeliveryTable deliveries={attempts} />
            )}
          </RoomSection>
          <RoomSection id="body" title="Body" lead="Of the track call. The write key is in its header alone.">
            <CodeBlock
              code={JSON.stringify(trackPayload(event, store.slug), null, 2)}
              language="json"
              label="Track call"
            />
          </RoomSection>
          <Replay event={event} store={store} token={person.formToken} />
        </>
      ),
    },
    files,
  );

function describeEvent({ _id, forward, receivedAt, timestamp, bot }: EventDoc, store: StoreDoc): Fact[] {
  const { slug, account, integration } = store;
  return [
    ['Id', <code>{_id}</code>],
    ['Store', <a href={`/ops/stores?find=${encodeURIComponent(slug)}`}>{slug}</a>],
    [
      'Account',
      <a href={toAccountPath(account)}>
        <code>{account}</code>
      </a>,
    ],
    ['Endpoint', integration.endpoint && <code>{hideQuery(integration.endpoint)}</code>],
    ['Integration', [integration.state, integration.reason].filter(Boolean).join(': ')],
    ['Received', <Time at={receivedAt} />],
    ['Of the visitor’s clock', <Time at={timestamp} />],
    ['Reason', forward.reason],
    ['Attempts', String(forward.attempt)],
    ['Next attempt', forward.nextAt && <Time at={forward.nextAt} />],
    ['Bot', bot && 'yes'],
  ];
}

interface ReplayProps {
  event: EventDoc;
  store: StoreDoc;
  token: string;
}

function Replay({ event, store, token }: ReplayProps) {
  const refusal = findRefusal(event, store);
  return (
    <RoomSection
      id="replay"
      title="Replay"
      lead="Forwards the event again under the same id, by which its receiver knows a duplicate."
    >
      {refusal ? (
        <p class="soft">{refusal}</p>
      ) : (
        <PageForm action={`${toEventPath(event._id)}/replay`} token={token}>
          <Button type="submit">Replay this event</Button>
        </PageForm>
      )}
    </RoomSection>
  );
}

/** Returns why an event cannot be forwarded again. */
function findRefusal({ event, forward }: EventDoc, { integration }: StoreDoc): string | undefined {
  if (!findEvent(event)) return 'Events of the server are never forwarded.';
  if (forward.reason === optedOutReason) return `It is not forwarded: ${optedOutReason}.`;
  if (forward.state === 'pending') return 'It waits to be forwarded.';
  if (integration.state === 'Connected') return undefined;
  return `The integration of the store is ${integration.state}; its merchant can connect it again.`;
}
