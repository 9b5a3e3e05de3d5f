/** The groups of the operations. */
export const tags = [
  { name: 'Renders', description: 'Start, follow, read and cancel renders.' },
  { name: 'Credits', description: 'Balance and movements of an account’s credits.' },
  { name: 'Account', description: 'Keys and the webhook of an account.' },
  { name: 'Requests', description: 'Every call with a key of the account, refused ones too.' },
  {
    name: 'Try-on',
    description:
      'Requests of the try-on in a shopper’s browser. They must come from a page of the store or of the service (`Origin`, `Referer` or `Host`).',
  },
  { name: 'Catalog', description: 'The products of a store, for pages of the try-on.' },
  { name: 'Events', description: 'Analytics events sent by the try-on.' },
  {
    name: 'Stores',
    description: 'Settings, hosts, catalog, analytics, orders and figures of a store, for its account.',
  },
  {
    name: 'Operations',
    description: 'What the operator of this service reads and changes, with an operator token.',
  },
  { name: 'Webhooks', description: 'Requests that the service sends.' },
  { name: 'Service', description: 'Health of the service, and this document.' },
];

/** The names of `tags` as a query has them, such as `renders`. */
export const tagNames = tags.map(({ name }) => name.toLowerCase());
