import { type WebhookState, webhookStates } from '../../../shared/deliveries/webhook-outbox.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { toAccountPath } from '../accounts/accounts-page.tsx';
import { AccountField, ChoiceField, TimeFields } from '../list-fields.tsx';
import { opsPage } from '../ops-page.tsx';
import { RenderLink } from '../renders/render-link.tsx';
import type { ListedRender } from '../renders/render-queries.ts';
import type { TimeRange } from '../time-range.ts';
import { WebhookStatus } from './webhook-status.tsx';

export interface WebhooksFilter extends TimeRange {
  state?: WebhookState;
  account?: string;
}

interface WebhooksPage {
  person: Person;
  filter: WebhooksFilter;
  /** With a webhook, the newest first. */
  renders: readonly ListedRender[];
  /** Of the last render of the page, where there are more. */
  next?: string | undefined;
}

/** `/ops/webhooks` */
export const webhooksPage = ({ person, filter, renders, next }: WebhooksPage, files: EntryFiles): string =>
  opsPage(
    {
      path: '/ops/webhooks',
      title: 'Webhooks',
      person,
      children: (
        <RoomSection
          id="list"
          title="Newest webhooks"
          lead="One for each render whose account has an address; its attempts are on the page of the render."
        >
          <form class="filters" method="get" action="/ops/webhooks#list">
            <ChoiceField name="state" label="State" value={filter.state} values={webhookStates} />
            <AccountField value={filter.account} />
            <TimeFields {...filter} />
            <Button type="submit">Filter</Button>
          </form>
          <Table
            label="Webhooks"
            columns={columns}
            rows={renders}
            linksRows
            long
            empty={
              Object.keys(filter).length > 0 ? 'No webhook fits the filter.' : 'There is no webhook yet.'
            }
            more={
              next && (
                <ButtonLink href={`?${new URLSearchParams({ ...filter, before: next })}`}>
                  Show older webhooks
                </ButtonLink>
              )
            }
          />
        </RoomSection>
      ),
    },
    files,
  );

const columns: readonly Column<ListedRender>[] = [
  { heading: 'Render', kind: 'tight', cell: ({ _id }) => <RenderLink id={_id} /> },
  { heading: 'Webhook', cell: ({ webhook }) => webhook && <WebhookStatus state={webhook.state} /> },
  { heading: 'Attempts', kind: 'number', cell: ({ webhook }) => webhook?.attempt },
  { heading: 'Last response', kind: 'number', cell: ({ webhook }) => webhook?.status ?? '–' },
  { heading: 'Render ended', cell: ({ state }) => state },
  {
    heading: 'Account',
    kind: 'tight',
    cell: ({ account }) => (
      <a href={toAccountPath(account)}>
        <code>{account}</code>
      </a>
    ),
  },
  { heading: 'Created (UTC)', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
];
