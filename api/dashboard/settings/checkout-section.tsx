import { getSettings } from '../../../shared/stores/store-settings.ts';
import { type Checkout, checkoutPlatforms, embedModes } from '../../../shared/try-on/checkout.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { Select, TextField } from '../../web/design/components/field.tsx';
import { type FormSection, toFieldError } from '../sent-form.ts';
import { settingsForms } from './settings-forms.ts';

const platformTexts = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  template: 'Another shop, by an address with placeholders',
} as const satisfies Record<Checkout['platform'], string>;

const platforms = [
  { value: 'none', text: 'None: each item has a link to its page' },
  ...checkoutPlatforms.map((value) => ({ value, text: platformTexts[value] })),
];

const embedTexts = {
  permalink: 'Lead to the checkout',
  cart: 'Put the items into the cart, and show it',
  'cart-event': 'Put the items into the cart, and stay on the page',
} as const satisfies Record<(typeof embedModes)[number], string>;

/** The checkout of looks. */
export function CheckoutSection({ store, token, path, values, errors }: FormSection) {
  const { labels } = settingsForms.checkout;
  const { checkout } = getSettings(store);
  const shown = values ?? toValues(checkout);
  return (
    <RoomSection
      id="checkout"
      title="Checkout"
      lead={
        <>
          Where the items of a look are bought. More in <a href="/docs/checkout">Checkout</a>.
        </>
      }
    >
      <PageForm action={`${path}/checkout`} token={token}>
        <Select
          label={labels['checkout.platform']}
          name="checkout.platform"
          options={platforms}
          value={shown['checkout.platform'] ?? 'none'}
          {...toFieldError(errors, 'checkout.platform')}
        />
        <TextField
          label={labels['checkout.url']}
          name="checkout.url"
          code
          autocomplete="off"
          spellcheck={false}
          maxLength={2048}
          placeholder="acme.myshopify.com"
          help="Of your shop; for another shop such as https://shop.example/cart?add={items}."
          value={shown['checkout.url'] ?? ''}
          {...toFieldError(errors, 'checkout.url')}
        />
        <TextField
          label={labels['checkout.storefrontToken']}
          name="checkout.storefrontToken"
          code
          autocomplete="off"
          spellcheck={false}
          maxLength={128}
          help="Shopify alone, optional: a public token, by which Shopify credits the order to its sales channel."
          value={shown['checkout.storefrontToken'] ?? ''}
          {...toFieldError(errors, 'checkout.storefrontToken')}
        />
        <Select
          label={labels['checkout.embedMode']}
          name="checkout.embedMode"
          options={embedModes.map((value) => ({ value, text: embedTexts[value] }))}
          help="Shopify alone: what happens where the try-on is open over a page of your shop."
          value={shown['checkout.embedMode'] ?? 'permalink'}
          {...toFieldError(errors, 'checkout.embedMode')}
        />
        <Button type="submit">Save checkout</Button>
      </PageForm>
    </RoomSection>
  );
}

/** Names what is saved as the fields of the form are named. */
const toValues = (checkout: Checkout | null): Partial<Record<string, string>> =>
  Object.fromEntries(Object.entries(checkout ?? {}).map(([name, value]) => [`checkout.${name}`, value]));
