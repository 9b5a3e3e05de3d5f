import type { IntegrationView } from '../../shared/integrations/integrations.ts';
import type { IntegrationState, StoreDoc } from '../../shared/stores/store-model.ts';
import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { FormErrors, FormValues } from '../http/form.ts';
import { Button } from '../web/design/components/button.tsx';
import { Facts } from '../web/design/components/card.tsx';
import { CheckField, TextField } from '../web/design/components/field.tsx';
import { Badge, Banner, type Tone } from '../web/design/components/status.tsx';
import { Time } from '../web/design/components/time.tsx';
import { toStorePath } from './dashboard-page.tsx';
import { type Preset, PresetTabs, presets } from './presets.tsx';

const tones: Record<IntegrationState, Tone> = {
  'Not connected': 'neutral',
  Connected: 'success',
  Paused: 'warning',
  Disabled: 'danger',
};

/** The state of an integration, as the specification names it. */
export const IntegrationBadge = ({ state }: { state: IntegrationState }) => (
  <Badge tone={tones[state]}>{state}</Badge>
);

interface Props {
  store: StoreDoc;
  view: IntegrationView;
  token: string;
}

/** The state, its reason, and the ways to another one. */
export function StateSection({ store, view, token }: Props) {
  const { state, reason, endpoint, savedAt, changedAt, failingSince } = view;
  const path = toStorePath(store, 'integrations');
  return (
    <RoomSection
      id="state"
      title="Forwarding"
      lead="Shoppers’ events are forwarded to your analytics platform while the integration is connected. Nothing that you do in this dashboard is."
    >
      {reason && <Banner tone={tones[state]}>{reason}</Banner>}
      {endpoint && (
        <>
          <Facts
            facts={[
              ['Sent to', <code>{toTrackUrl(endpoint)}</code>],
              [`${state} since`, changedAt && <Time at={changedAt} />],
              ['Saved', savedAt && <Time at={savedAt} />],
              ['Failing since', failingSince && <Time at={failingSince} />],
            ]}
          />
          <div class="form-row">
            <PageForm action={`${path}/test`} token={token} inline>
              <Button type="submit" kind="primary">
                Send a test event
              </Button>
            </PageForm>
            {state === 'Connected' && (
              <PageForm action={`${path}/pause`} token={token} inline>
                <Button type="submit">Pause forwarding</Button>
              </PageForm>
            )}
            {state === 'Paused' && (
              <PageForm action={`${path}/resume`} token={token} inline>
                <Button type="submit">Resume forwarding</Button>
              </PageForm>
            )}
          </div>
        </>
      )}
    </RoomSection>
  );
}

interface FormProps extends Props {
  /** The platform whose settings are shown. */
  preset?: Preset | undefined;
  values?: FormValues;
  errors?: FormErrors;
}

/** Endpoint and write key; the key itself is never sent back. */
export function EndpointSection({
  store,
  view,
  token,
  preset = presets[0]!,
  values,
  errors = {},
}: FormProps) {
  const { endpoint = '', writeKey } = view;
  const isByProxy = values ? values.proxy === 'yes' : endpoint !== '' && !writeKey;
  return (
    <RoomSection id="endpoint" title="Analytics endpoint" lead={preset.about}>
      <PresetTabs path={toStorePath(store, 'integrations')} current={preset} />
      <PageForm action={toStorePath(store, 'integrations')} token={token}>
        <TextField
          label="Endpoint URL"
          name="endpoint"
          type="url"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          code
          required
          maxLength={2048}
          placeholder={preset.example}
          help="Base URL of the HTTP API of your analytics platform; /v1/track is added to it."
          value={values?.endpoint ?? (endpoint || (preset.endpoint ?? ''))}
          {...(errors.endpoint && { error: errors.endpoint })}
        />
        <TextField
          label="Write key"
          name="writeKey"
          autocomplete="off"
          spellcheck={false}
          code
          maxLength={512}
          help={
            writeKey
              ? `Saved: ${writeKey}. Leave it empty to keep it.`
              : 'Required for standard analytics endpoints; it is stored encrypted and not shown again.'
          }
          {...(errors.writeKey && { error: errors.writeKey })}
        />
        <CheckField
          label="No write key: a proxy authenticates the requests"
          name="proxy"
          value="yes"
          checked={isByProxy}
        />
        <Button type="submit" kind={endpoint ? 'secondary' : 'primary'}>
          {endpoint ? 'Save endpoint' : 'Save and connect'}
        </Button>
      </PageForm>
    </RoomSection>
  );
}

const toTrackUrl = (endpoint: string) => `${endpoint.replace(/\/+$/, '')}/v1/track`;

/** Removing it, behind one more click that works without JavaScript. */
export const RemoveSection = ({ store, token }: Pick<Props, 'store' | 'token'>) => (
  <RoomSection id="remove" title="Remove the endpoint">
    <details>
      <summary>Stop forwarding and delete the endpoint with its write key</summary>
      <PageForm action={`${toStorePath(store, 'integrations')}/remove`} token={token}>
        <p>
          Events of {store.name} are no longer forwarded. To stop for a while, pause forwarding instead: that
          keeps the write key.
        </p>
        <Button type="submit" kind="danger">
          Remove endpoint
        </Button>
      </PageForm>
    </details>
  </RoomSection>
);
