import { placements } from '../../shared/renders/placement.ts';
import type { RenderTimings } from '../../shared/renders/render-model.ts';
import type { ProductResult, RenderUrls, RenderView } from '../../shared/renders/render-view.ts';
import { shownStates, terminalStates } from '../../shared/renders/states.ts';
import { nextCursorSchema } from '../http/page.ts';
import { errorSchema } from '../openapi/failures.ts';
import { toJsonSchema } from '../openapi/joi-schema.ts';
import {
  buildList,
  integer,
  moment,
  named,
  namedObject,
  number,
  openText,
  optional,
  text,
} from '../openapi/schema.ts';
import type { Usage } from '../renders/usage.ts';
import { productItem, visualizeRequest } from './request-schema.ts';

interface RenderResponse {
  image: string;
  products: ProductResult[];
  usage: Usage;
}

/** `GET /visualize/{id}`, whose result depends on the state, and the same render everywhere else. */
interface Render extends RenderView {
  image?: string;
  products?: ProductResult[];
  usage?: RenderUsage;
}

interface RenderUsage {
  credits: number;
  balance?: number;
}

interface RenderList {
  renders: Render[];
  nextCursor: string | null;
}

interface EndedRender extends RenderView {
  imageUrl?: string;
  products?: ProductResult[];
  usage: RenderUsage;
}

const { properties, ...request } = toJsonSchema(visualizeRequest);

const milliseconds = (what: string) => optional(integer(`Milliseconds of ${what}.`, { minimum: 0 }));

const renderStateSchema = named(
  'RenderState',
  openText('`succeeded`, `failed`, `cancelled` and `expired` are final. States may be added.', shownStates),
);

const renderTimingsSchema = namedObject<RenderTimings>('RenderTimings', 'Duration of each part.', {
  intake: milliseconds('checking and saving the images'),
  queue: milliseconds('waiting for a worker'),
  provider: milliseconds('rendering'),
  encode: milliseconds('checking and saving the image'),
});

const renderUrlsSchema = namedObject<RenderUrls>('RenderUrls', 'Absolute URLs; all need the API key.', {
  get: text('The render.', { format: 'uri' }),
  image: optional(text('The image; not of a try-on, whose image only its shopper sees.', { format: 'uri' })),
  events: text('Its server-sent events.', { format: 'uri' }),
  cancel: text('Takes the method `DELETE`.', { format: 'uri' }),
});

const productResultSchema = namedObject<ProductResult>('ProductResult', 'Rendering of one product.', {
  index: integer('Position of the product in the request, from 0.', { minimum: 0 }),
  fidelity: text(
    '`merchant`: from the images of a merchant’s catalog; `generic`: from those of the request.',
    {
      enum: ['generic', 'merchant'],
    },
  ),
  storeSlug: optional(text('The merchant’s store, for `storeSlug` of later requests; only with `merchant`.')),
});

const usageSchema = namedObject<Usage>('Usage', 'Cost of the request.', {
  credits: integer('Credits that the render consumed.', { minimum: 0 }),
  balance: integer('Credits that the account has left.', { minimum: 0 }),
});

const renderUsageSchema = namedObject<RenderUsage>('RenderUsage', 'Cost of the render.', {
  credits: integer('Credits that it consumed; 0 until it has succeeded.', { minimum: 0 }),
  balance: optional(integer('Credits that the account has left; of a single render.', { minimum: 0 })),
});

const productItemSchema = named('ProductItem', {
  ...toJsonSchema(productItem),
  description: 'A product. It needs `images` unless `productUrl` belongs to a catalog merchant.',
});

export const renderRequestSchema = named('RenderRequest', {
  ...request,
  description: 'One scene and the products to render into it. `null` in an optional field counts as absent.',
  properties: {
    ...properties,
    products: { ...properties!.products, items: productItemSchema },
  },
});

export const renderResponseSchema = namedObject<RenderResponse>('RenderResponse', 'A succeeded render.', {
  image: text('The image as a data URL.', {
    pattern: '^data:image/png;base64,',
  }),
  products: buildList(productResultSchema, 'One for each product of the request, in its order.'),
  usage: usageSchema,
});

const view = {
  id: text('Id of the render.', { examples: ['rnd_0mwr4f8k2d3xq'] }),
  state: renderStateSchema,
  source: optional(
    text('`try-on`: a shopper of one of the account’s stores started it.', { const: 'try-on' }),
  ),
  queuePosition: optional(integer('1 for the next to start; only while it is queued.', { minimum: 1 })),
  createdAt: moment('When it was accepted.'),
  startedAt: optional(moment('When a worker started it.')),
  endedAt: optional(moment('When it ended.')),
  deadlineAt: moment('When it ends at the latest.'),
  imageDeletedAt: optional(moment('When its image was deleted.')),
  timings: renderTimingsSchema,
  urls: renderUrlsSchema,
  placements: optional(
    buildList(
      openText(
        '`good`: where it belongs; `plain`: in the simplest way, at its true size; `left out`: not in it.',
        placements,
      ),
      'Quality of the placement of each product, in the order of the request; only with a provider that reports it.',
    ),
  ),
  error: optional({ ...errorSchema, description: 'Why there is no result.' }),
};

export const renderSchema = namedObject<Render>(
  'Render',
  'A render and, once it has succeeded, its result.',
  {
    ...view,
    image: optional(
      text(
        'The image as a data URL; with `?image=url` a signed URL, which needs no key for 6 to 7 hours. Only of a succeeded render whose image exists.',
        {
          format: 'uri',
        },
      ),
    ),
    products: optional(buildList(productResultSchema, 'Of a succeeded render.')),
    usage: optional(renderUsageSchema),
  },
);

export const renderListSchema = namedObject<RenderList>('RenderList', 'A page of renders, newest first.', {
  renders: buildList(renderSchema, 'Without `image`, `products` and `queuePosition`.'),
  nextCursor: nextCursorSchema,
});

const endedRenderSchema = namedObject<EndedRender>('EndedRender', 'A render without its image.', {
  ...view,
  imageUrl: optional(
    text('Signed URL of the image, which needs no key for 6 to 7 hours; of a succeeded render.', {
      format: 'uri',
    }),
  ),
  products: optional(buildList(productResultSchema, 'Of a succeeded render.')),
  usage: renderUsageSchema,
});

export const renderMessageSchema = namedObject<{ type: string; timestamp: string; data: object }>(
  'RenderMessage',
  'The body of a render webhook.',
  {
    type: openText(
      '`render.` and the state.',
      terminalStates.map((state) => `render.${state}`),
    ),
    timestamp: moment('When the render ended.'),
    data: endedRenderSchema,
  },
);

export const queuedEventSchema = namedObject<{ position: number; expectedSeconds?: number }>(
  'QueuedEvent',
  '`data` of the event `queued`.',
  {
    position: integer('Position in the queue, 1 for the next to start.', { minimum: 1 }),
    expectedSeconds: optional(
      number('Median duration of the provider’s newest renders, without the time in the queue.', {
        minimum: 0,
      }),
    ),
  },
);

export const progressEventSchema = namedObject<{
  stage: string;
  share: number;
  expectedSeconds?: number;
  at: string;
}>('ProgressEvent', '`data` of the event `progress`.', {
  stage: text('Current stage, such as `started`, `rendering` or `encoding`. Stages may be added.'),
  share: number('Share of the work done, estimated between the reports of the model; it never falls.', {
    minimum: 0,
    maximum: 1,
  }),
  expectedSeconds: optional(
    number('Median duration of the provider’s newest renders, without the time in the queue.', {
      minimum: 0,
    }),
  ),
  at: moment('When the worker reported it.'),
});
