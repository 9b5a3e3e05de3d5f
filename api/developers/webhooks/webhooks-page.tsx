import type { Delivery } from '../../../shared/deliveries/delivery-model.ts';
import { testTypes } from '../../../shared/webhooks/test-webhook.ts';
import type { AccountWebhook } from '../../../shared/webhooks/webhook-settings.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { Member } from '../../identity/person.ts';
import { Button } from '../../web/design/components/button.tsx';
import { CodeBlock } from '../../web/design/components/code-block.tsx';
import { Select, TextField } from '../../web/design/components/field.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { developersPage } from '../developers-page.tsx';
import type { ShownSecret } from '../shown-once.ts';
import { DeliveryTable } from './delivery-table.tsx';

export interface WebhooksPage {
  person: Member;
  webhook: AccountWebhook | undefined;
  /** The newest first. */
  deliveries: readonly Delivery[];
  /** Of this opening of the page. */
  attempt: string;
  shown?: ShownSecret | undefined;
  done?: string | undefined;
  /** Of a form with a mistake. */
  url?: string;
  error?: string;
}

/** `/developers/webhooks` */
export const webhooksPage = (page: WebhooksPage, files: EntryFiles): string => {
  const { person, webhook, deliveries, attempt, shown, done } = page;
  return developersPage(
    {
      path: '/developers/webhooks',
      title: 'Webhooks',
      person,
      done,
      children: (
        <>
          {shown && <SecretShown secret={shown.secret} />}
          <Address {...page} />
          {webhook && <Secret webhook={webhook} token={person.formToken} attempt={attempt} />}
          {webhook?.url && <Test token={person.formToken} />}
          <Deliveries deliveries={deliveries} token={person.formToken} />
        </>
      ),
    },
    files,
  );
};

const SecretShown = ({ secret }: { secret: string }) => (
  <section class="room-section" aria-labelledby="shown">
    <h2 id="shown">Signing secret</h2>
    <Banner tone="warning">
      Copy the secret now: it is shown only this once.{' '}
      <a href="/docs/async#webhooks">How to verify a signature</a>
    </Banner>
    <CodeBlock code={secret} language="text" label="Signing secret" />
  </section>
);

const Address = ({ person, webhook, url, error }: WebhooksPage) => (
  <RoomSection
    id="address"
    title="Address"
    lead="Called when a render of this account has ended; a request names another one in X-Webhook-Url."
  >
    <PageForm action="/developers/webhooks" token={person.formToken}>
      <TextField
        id="url"
        name="url"
        label="URL"
        type="url"
        code
        placeholder="https://shop.example/render-webhook"
        value={url ?? webhook?.url ?? ''}
        help="https; empty: no calls, except those that requests name."
        {...(error ? { error } : {})}
      />
      <Button type="submit" kind="primary">
        Save address
      </Button>
    </PageForm>
  </RoomSection>
);

function Secret({ webhook, token, attempt }: { webhook: AccountWebhook; token: string; attempt: string }) {
  const { previousUntil } = webhook;
  return (
    <RoomSection
      id="secret"
      title="Signing secret"
      lead="Each call is signed. After a roll, calls are signed with both secrets for a day."
    >
      {previousUntil && previousUntil > new Date() && (
        <Banner tone="info">
          The former secret is valid until <Time at={previousUntil} />.
        </Banner>
      )}
      <PageForm action="/developers/webhooks/roll" token={token} hidden={{ attempt }}>
        <Button type="submit">Roll secret</Button>
      </PageForm>
    </RoomSection>
  );
}

const Test = ({ token }: { token: string }) => (
  <RoomSection
    id="test"
    title="Test"
    lead="Sends one signed message now, about a render that does not exist."
  >
    <PageForm action="/developers/webhooks/test" token={token}>
      <Select
        id="type"
        name="type"
        label="Message"
        options={testTypes.map((type) => ({ value: type, text: type }))}
      />
      <Button type="submit">Send test</Button>
    </PageForm>
  </RoomSection>
);

function Deliveries({ deliveries, token }: { deliveries: readonly Delivery[]; token: string }) {
  return (
    <RoomSection id="deliveries" title="Deliveries" lead="The last 50 attempts, the newest first.">
      {deliveries.length === 0 ? (
        <p class="soft">There is none yet. Save an address and send a test.</p>
      ) : (
        <DeliveryTable deliveries={deliveries} />
      )}
      <PageForm action="/developers/webhooks/replay" token={token}>
        <TextField
          id="render"
          name="render"
          label="Send again"
          code
          required
          placeholder="rnd_…"
          help="Id of a render that has ended; its webhook is sent with all of its attempts."
        />
        <Button type="submit">Send again</Button>
      </PageForm>
    </RoomSection>
  );
}
