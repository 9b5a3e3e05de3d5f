import type { Example } from '../openapi/operation.ts';

const id = 'rnd_0mwr4f8k2d3xq';
const url = `https://api.example/visualize/${id}`;

const urls = { get: url, image: `${url}/image`, events: `${url}/events`, cancel: url };
const signedUrl = `${url}/image.png?until=1793707200&sig=5wq0KcE5uQ4mXnV0Z1yJx9D8w7S6a5P4o3N2m1L0k9E`;
const times = { createdAt: '2026-11-21T09:00:00.000Z', deadlineAt: '2026-11-21T09:04:40.000Z' };

/** The smallest PNG, in place of an image of some megabytes. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const requestExamples = {
  oneProduct: {
    summary: 'One product with its size',
    value: {
      sceneImage: 'https://shop.example/living-room.jpg',
      products: [
        {
          title: 'Arc floor lamp',
          category: 'lamp',
          images: ['https://shop.example/lamp-1.jpg', 'https://shop.example/lamp-2.jpg'],
          color: 'brass',
          tags: ['reading light'],
          dimensions: { width: 110, height: 180, unit: 'cm' },
        },
      ],
      aspect: 'auto',
    },
  },
  twoProducts: {
    summary: 'Two products',
    value: {
      sceneImage: 'https://shop.example/living-room.jpg',
      products: [
        { title: 'Sofa', category: 'sofa', images: ['https://shop.example/sofa.jpg'] },
        { title: 'Wool rug', category: 'rug', images: ['https://shop.example/rug.jpg'] },
      ],
    },
  },
} as const satisfies Record<string, Example>;

export const responseExample: Example = {
  summary: 'The image as a data URL',
  value: {
    image: png,
    products: [{ index: 0, fidelity: 'generic' }],
    usage: { credits: 1, balance: 99 },
  },
};

export const queuedExample: Example = {
  summary: 'Queued',
  value: { id, state: 'queued', ...times, timings: { intake: 35 }, urls },
};

const ended = { startedAt: '2026-11-21T09:00:01.000Z', endedAt: '2026-11-21T09:01:10.000Z' };
const timings = { intake: 35, queue: 600, provider: 67_000, encode: 420 };

export const succeededExample: Example = {
  summary: 'Succeeded, with `?image=url`',
  value: {
    id,
    state: 'succeeded',
    ...times,
    ...ended,
    timings,
    urls,
    image: signedUrl,
    products: [{ index: 0, fidelity: 'merchant', storeSlug: 'acme' }],
    usage: { credits: 1, balance: 99 },
  },
};

export const succeededMessage: Example = {
  summary: 'Succeeded',
  value: {
    type: 'render.succeeded',
    timestamp: ended.endedAt,
    data: {
      id,
      state: 'succeeded',
      ...times,
      ...ended,
      timings,
      urls,
      imageUrl: signedUrl,
      products: [{ index: 0, fidelity: 'merchant', storeSlug: 'acme' }],
      usage: { credits: 1 },
    },
  },
};

export const failedExample: Example = {
  summary: 'Failed',
  value: {
    id,
    state: 'failed',
    ...times,
    ...ended,
    timings: { intake: 35, queue: 600 },
    urls,
    error: {
      error: 'Render failed',
      code: 'MODEL_ERROR',
      message: 'The render failed; it was not charged. Retry the request.',
    },
  },
};

export const cancelledExample: Example = {
  summary: 'Cancelled',
  value: {
    id,
    state: 'cancelled',
    ...times,
    endedAt: '2026-11-21T09:00:03.000Z',
    timings: { intake: 35 },
    urls,
    error: {
      error: 'Render cancelled',
      code: 'CANCELLED',
      message: `Render ${id} was cancelled; it was not charged.`,
    },
    usage: { credits: 0 },
  },
};

export const listExample: Example = {
  summary: 'A page',
  value: {
    renders: [{ id, state: 'succeeded', ...times, ...ended, timings, urls, usage: { credits: 1 } }],
    nextCursor: null,
  },
};

/** A stream of server-sent events as it is written. */
export const streamExample: Example = {
  summary: 'From the queue to the end',
  value: [
    'event: queued\ndata: {"position":2,"expectedSeconds":48.2}',
    'id: 1\nevent: progress\ndata: {"stage":"started","share":0,"expectedSeconds":48.2,"at":"2026-11-21T09:00:01.000Z"}',
    `event: done\ndata: ${JSON.stringify({ id, state: 'succeeded', ...times, ...ended, timings, urls })}`,
    '',
  ].join('\n\n'),
};
