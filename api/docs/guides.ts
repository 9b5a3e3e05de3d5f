/** A page that is written in Markdown. */
export interface Guide {
  /** Its address is `/docs/{slug}`, that of its Markdown `/docs/{slug}.md`. */
  slug: string;
  title: string;
  /** A sentence for lists of guides. */
  summary: string;
  /** Path relative to `docs/`. */
  file: string;
}

export interface GuideGroup {
  title: string;
  guides: readonly Guide[];
}

const guide = (slug: string, title: string, summary: string, file = `guides/${slug}.md`): Guide => ({
  slug,
  title,
  summary,
  file,
});

/** Every guide, by its reader, in the order of the navigation. */
export const guideGroups: readonly GuideGroup[] = [
  {
    title: 'API developers',
    guides: [
      guide('quick-start', 'Quick start', 'From a key to the first image in three commands.'),
      guide(
        'async',
        'Async and webhooks',
        'Start a render, follow its progress, receive a call when it ends.',
      ),
      guide('errors', 'Errors and retries', 'What each error means, which to retry, and after which time.'),
      guide(
        'testing',
        'Test keys',
        'Make every error, a slow render and an instant one happen, for nothing.',
      ),
      guide('idempotency', 'Idempotency and costs', 'Retry without paying twice, and read what was charged.'),
      guide(
        'api',
        'HTTP API',
        'Every rule of the render API: fields, images, waiting, lists, limits.',
        'api.md',
      ),
      guide(
        'mcp',
        'MCP for agents',
        'Renders as a tool of Claude, Cursor, VS Code and other agents.',
        'mcp.md',
      ),
      guide(
        'typescript',
        'TypeScript client',
        'Renders with progress, retries and typed errors, without dependencies.',
        '../shared/client/README.md',
      ),
      guide(
        'python',
        'Python client',
        'The same for Python, blocking and with asyncio.',
        '../shared/client-python/README.md',
      ),
      guide('changelog', 'Changelog', 'What changes for callers, and how long deprecated routes stay.'),
    ],
  },
  {
    title: 'Merchants',
    guides: [
      guide(
        'install',
        'Install the try-on',
        'One script tag, its settings, caps, shared looks, addresses and headers.',
        'install.md',
      ),
      guide('checkout', 'Checkout', 'How a look is bought in the merchant’s own shop.', 'checkout.md'),
      guide('flows', 'Guided flows', 'Steps that lead a shopper to a look.', 'flows.md'),
      guide(
        'catalog',
        'Catalog import',
        'How products are found, and the formats of catalog files.',
        'catalog.md',
      ),
      guide('events', 'Events and KPIs', 'Events of shoppers, analytics integrations, KPIs.', 'events.md'),
    ],
  },
];

export const guides: readonly Guide[] = guideGroups.flatMap((group) => group.guides);

/** Guides that are part of another one now, by their former slugs. */
export const movedGuides: Readonly<Record<string, string>> = {
  catalogs: 'quick-start',
  costs: 'idempotency',
  embed: 'install',
  'try-on': 'install',
  webhooks: 'async',
};
