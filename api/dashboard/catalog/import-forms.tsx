import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors, FormValues } from '../../http/form.ts';
import { Button } from '../../web/design/components/button.tsx';
import { Select, TextField } from '../../web/design/components/field.tsx';
import { toStorePath } from '../dashboard-page.tsx';

export interface ImportFormsProps {
  store: StoreDoc;
  token: string;
  values?: FormValues | undefined;
  errors?: FormErrors | undefined;
}

const periods = [
  { value: '', text: 'Once' },
  { value: 'hour', text: 'Now and every hour' },
  { value: 'day', text: 'Now and every day' },
];

/** An import from a URL, or of a file. */
export function ImportForms({ store, token, values, errors = {} }: ImportFormsProps) {
  const path = toStorePath(store, 'catalog/imports');
  return (
    <RoomSection
      id="import"
      title="Import products"
      lead={
        <>
          JSON, CSV, or the products of a Shopify or WooCommerce shop: <a href="/docs/catalog">formats</a>.
          Products that are here already are updated; none is removed.
        </>
      }
    >
      <PageForm action={path} token={token}>
        <TextField
          label="Address of the feed"
          name="from"
          type="url"
          required
          code
          maxLength={2048}
          spellcheck={false}
          placeholder="https://shop.example/products.json"
          help={
            <>
              Of a Shopify shop, its <code>/products.json</code>; of WooCommerce,{' '}
              <code>/wp-json/wc/store/v1/products</code>.
            </>
          }
          value={values?.from ?? ''}
          {...(errors.from && { error: errors.from })}
        />
        <TextField
          label="Currency"
          name="currency"
          code
          maxLength={3}
          placeholder="EUR"
          help="Of prices whose source names none."
          value={values?.currency ?? ''}
          {...(errors.currency && { error: errors.currency })}
        />
        <Select
          label="Import"
          name="every"
          options={periods}
          value={values?.every ?? ''}
          {...(store.feed && { help: 'A schedule replaces the one that the store has.' })}
        />
        <Button type="submit">Import from address</Button>
      </PageForm>
      <PageForm action={toStorePath(store, 'catalog/import-file')} token={token} hasFile>
        <TextField
          label="File"
          name="file"
          type="file"
          required
          accept=".csv,.json,text/csv,application/json"
          help="At most 64 MiB. Its images are fetched from their addresses."
          {...(errors.file && { error: errors.file })}
        />
        <Button type="submit">Import file</Button>
      </PageForm>
    </RoomSection>
  );
}
