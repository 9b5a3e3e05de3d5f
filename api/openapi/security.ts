import type { Security } from './operation.ts';

export interface SecurityScheme {
  type: 'http' | 'apiKey';
  description: string;
  /** Of `apiKey`: the header that has it. */
  name?: string;
}

/** `components.securitySchemes`. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of the account: `service_live_…`, or `service_test_…`. A test key renders with the local renderer, is not charged, and sees only renders of test keys.',
  },
  visitorToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `token` of `POST /api/try-on/{slug}/session`: bound to one visitor of one store, valid for 30 days.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token of the operator of this service, `service_operator_…`, that `npm run admin -- operator-token create` makes. API keys are refused.',
  },
  shopifySignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Shopify-Hmac-SHA256',
    description: 'Base64 HMAC-SHA256 of the body, by Shopify.',
  },
  wooCommerceSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-WC-Webhook-Signature',
    description: 'Base64 HMAC-SHA256 of the body, by WooCommerce.',
  },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the bytes of the secret after `whsec_`.',
  },
} as const;

/** Of pages for people, which the document leaves out. */
export const sessionCookie: Security = [{ session: [] }];

/** Nothing but, on the try-on’s routes, that the request comes from a page of the store. */
export const noCredentials: Security = [];

export const visitorToken: Security = [{ visitorToken: [] }];

export const orderSignature: Security = [
  { shopifySignature: [] },
  { wooCommerceSignature: [] },
  { webhookSignature: [] },
];

/** Of programs of the operator. */
export const operatorToken: Security = [{ operatorToken: [] }];

export const apiKey: Security = [{ apiKey: [] }];
