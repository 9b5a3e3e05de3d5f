import { proofName } from '../../../shared/stores/host-proofs.ts';
import type { HostClaim, StoreDoc } from '../../../shared/stores/store-model.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors, FormValues } from '../../http/form.ts';
import { Button } from '../../web/design/components/button.tsx';
import { CodeBlock } from '../../web/design/components/code-block.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Status } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { toStorePath } from '../dashboard-page.tsx';

export interface HostsProps {
  store: StoreDoc;
  /** Of the shop, that serve. */
  hosts: readonly string[];
  /** Returns the text that proves a host. */
  getProofText: (host: string) => string;
  token: string;
  values?: FormValues | undefined;
  errors?: FormErrors | undefined;
}

/** The hosts that open the try-on, and those whose proof is missing. */
export function HostsSection({ store, hosts, getProofText, token, values, errors = {} }: HostsProps) {
  const path = toStorePath(store, 'setup/hosts');
  const claims = store.hostClaims ?? [];
  const columns: readonly Column<string>[] = [
    { heading: 'Host', kind: 'tight', cell: (host) => <code>{host}</code> },
    { heading: 'State', kind: 'tight', cell: () => <Status tone="success">Serves the try-on</Status> },
    {
      heading: 'Change',
      kind: 'tight',
      cell: (host) => (
        <details class="row-more">
          <summary>Remove</summary>
          <PageForm action={`${path}/remove`} token={token} hidden={{ host }}>
            <p>Pages of {host} no longer open the try-on.</p>
            <Button type="submit" kind="danger">
              Remove host
            </Button>
          </PageForm>
        </details>
      ),
    },
  ];
  return (
    <RoomSection
      id="hosts"
      title="Hosts of your shop"
      lead="The try-on opens only on pages of these hosts. A host serves once you have proven that it is yours."
    >
      {hosts.length > 0 && <Table label="Hosts" columns={columns} rows={hosts} />}
      {claims.map((claim) => (
        <ClaimCard key={claim.host} claim={claim} path={path} text={getProofText(claim.host)} token={token} />
      ))}
      <PageForm action={path} token={token}>
        <TextField
          label="Host"
          name="host"
          required
          autocomplete="off"
          spellcheck={false}
          code
          maxLength={253}
          placeholder="www.shop.example"
          help="As in the address of your shop, without https:// and path. Add www.shop.example and shop.example where both show the shop."
          value={values?.host ?? ''}
          {...(errors.host && { error: errors.host })}
        />
        <Button type="submit">Add host</Button>
      </PageForm>
    </RoomSection>
  );
}

interface ClaimProps {
  claim: HostClaim;
  path: string;
  text: string;
  token: string;
}

function ClaimCard({ claim: { host }, path, text, token }: ClaimProps) {
  return (
    <section class="card proof" aria-label={host}>
      <h3>
        <code>{host}</code> <Status tone="warning">Waits for a proof</Status>
      </h3>
      <p>Do one of these, then choose Verify:</p>
      <CodeBlock
        label="A meta tag in the head of the front page"
        language="html"
        code={`<meta name="${proofName}" content="${text}">`}
      />
      <CodeBlock
        label={`Or a DNS record of the type TXT with the name _${proofName}.${host}`}
        language="text"
        code={text}
      />
      <p>
        Or the <a href="#snippet">script tag</a> of this store in the HTML of the front page,{' '}
        <code>https://{host}/</code>.
      </p>
      <div class="form-row">
        <PageForm action={`${path}/verify`} token={token} hidden={{ host }} inline>
          <Button type="submit" kind="primary">
            Verify
          </Button>
        </PageForm>
        <PageForm action={`${path}/remove`} token={token} hidden={{ host }} inline>
          <Button type="submit">Do not add</Button>
        </PageForm>
      </div>
    </section>
  );
}
