import Joi from 'joi';
import { readProviderCosts } from '../metrics/provider-costs.ts';
import { providerNames, unknownProvider } from '../providers/provider-names.ts';
import {
  creditPacks,
  hostList,
  httpUrl,
  list,
  mongodbAddress,
  redisAddress,
  seconds,
  splitEntries,
  text,
  whole,
} from './rules.ts';

/** Every environment variable of both processes, typed, under its own name. */
export interface Config {
  NODE_ENV: 'development' | 'production' | 'test';
  HOST: string;
  PORT: number;
  DEMO_SHOP_PORT: number | undefined;
  BASE_URL: string;
  DEVELOPERS_URL: string;
  DATA_DIR: string;
  REDIS_URL: string;
  REDIS_SENTINELS: string[];
  REDIS_SENTINEL_NAME: string;
  REDIS_COMMAND_SECONDS: number;
  MONGODB_URI: string;
  MONGODB_SELECTION_SECONDS: number;
  MONGODB_START_SECONDS: number;
  MONGODB_POOL_SIZE: number;
  BUILD_INDEXES: boolean;
  S3_BUCKET: string;
  S3_ENDPOINT: string;
  S3_REGION: string;
  S3_PATH_STYLE: boolean;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
  S3_SECONDS: number;
  LOG_LEVEL: string;
  TRACE_CONTEXT: boolean;
  TRUST_PROXY: number;
  MAX_BODY_MIB: number;
  BODY_IDLE_SECONDS: number;
  BODY_TOTAL_SECONDS: number;
  IMAGE_FETCH_SECONDS: number;
  OUTBOUND_ALLOW: string[];
  RATE_LIMIT_PER_MINUTE: number;
  RATE_LIMIT_CONCURRENT: number;
  RATE_LIMIT_ACCOUNT_KEYS: number;
  UNCHARGED_STARTS_PER_DAY: number;
  UNCHARGED_STARTS_PER_CHARGED: number;
  MCP_REPEAT_MINUTES: number;
  READS_PER_KEY: number;
  READS_PER_ADDRESS: number;
  STREAMS_PER_KEY: number;
  STREAMS_PER_ADDRESS: number;
  MAX_CONNECTIONS: number;
  QUEUE_MAX_WAITING: number;
  QUEUE_PREFIX: string;
  WAIT_SECONDS: number;
  RENDER_DEADLINE_SECONDS: number;
  RENDER_PROVIDERS: string[];
  DEDICATED_PROVIDERS: string[];
  WORKER_PROVIDERS: string[];
  WORKER_CONCURRENCY: number;
  WORKER_PORT: number;
  LEASE_SECONDS: number;
  RENDER_ATTEMPTS: number;
  SWEEP_SECONDS: number;
  SHUTDOWN_SECONDS: number;
  LOCAL_RENDERER_THREADS: number;
  LOCAL_RENDERER_DETECTOR: 'on' | 'off';
  COG_URL: string;
  COG_TOKEN: string;
  COG_SECONDS: number;
  GEMINI_API_KEY: string;
  GEMINI_MODEL: string;
  GEMINI_URL: string;
  GEMINI_SECONDS: number;
  OPENAI_API_KEY: string;
  OPENAI_MODEL: string;
  OPENAI_QUALITY: string;
  OPENAI_URL: string;
  OPENAI_SECONDS: number;
  FAL_KEY: string;
  FAL_MODEL: string;
  FAL_URL: string;
  FAL_SECONDS: number;
  REPLICATE_API_TOKEN: string;
  REPLICATE_MODEL: string;
  REPLICATE_URL: string;
  REPLICATE_SECONDS: number;
  COMFYUI_URL: string;
  COMFYUI_WORKFLOW: string;
  COMFYUI_SECONDS: number;
  PROVIDER_COSTS: string;
  PROVIDER_ATTEMPTS: number;
  RETAIN_INPUT_HOURS: number;
  RETAIN_OUTPUT_HOURS: number;
  RETAIN_RENDER_DAYS: number;
  RETAIN_LOOK_DAYS: number;
  REQUEST_LOG_DAYS: number;
  CREDIT_PACKS: string[];
  CREDIT_CURRENCY: string;
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_URL: string;
  METRICS_PORT: number;
  METRICS_TOKEN: string;
  SMTP_URL: string;
  MAIL_FROM: string;
  SUPPORT_EMAIL: string;
  SIGN_UP: 'open' | 'invited';
  SESSION_DAYS: number;
  OIDC_ISSUER: string;
  OIDC_CLIENT_ID: string;
  OIDC_CLIENT_SECRET: string;
  OIDC_NAME: string;
  OIDC_ALLOWED_DOMAINS: string[];
  OIDC_ALLOWED_GROUPS: string[];
  OIDC_LINK_USERS: boolean;
  AUDIT_RETENTION_DAYS: number;
  OPS_USER: string;
  OPS_PASSWORD: string;
  OPS_WRITABLE: boolean;
  SERVICE_DOMAIN: string;
  EMBED_HOST: string;
  STAGING_HOSTS: string[];
  EVENT_RETENTION_DAYS: number;
  EVENTS_PER_VISITOR: number;
  EVENTS_PER_STORE: number;
  CATALOG_PER_ADDRESS: number;
  TRY_ON_PER_ADDRESS: number;
  UPLOAD_MIN_FREE_PERCENT: number;
  FILES_MB_PER_ACCOUNT: number;
  TRACK_CONCURRENCY: number;
  SECRETS_KEY: string[];
}

const known = `known providers: ${providerNames.join(', ')}`;

/** Checked in every process: with an unknown name, renders would wait for a worker that never starts. */
function knownProviders(names: readonly string[], helpers: Joi.CustomHelpers): Joi.ErrorReport | undefined {
  const unknown = unknownProvider(names);
  if (unknown === undefined) return undefined;
  return helpers.message({ custom: `{{#label}} names "{{#unknown}}"; ${known}` }, { unknown });
}

const providers = () =>
  Joi.string().custom((value: string, helpers) => {
    const names = splitEntries(value);
    return knownProviders(names, helpers) ?? names;
  });

/** At least one provider, each once. */
const providerChain = () =>
  Joi.string().custom((value: string, helpers) => {
    const names = splitEntries(value);
    if (names.length === 0) return helpers.message({ custom: `{{#label}} names no provider; ${known}` });
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) {
      return helpers.message({ custom: '{{#label}} names "{{#twice}}" twice' }, { twice });
    }
    return knownProviders(names, helpers) ?? names;
  });

/** A setting of the OpenID provider. */
const withIssuer = () =>
  text()
    .when('OIDC_ISSUER', { not: Joi.string().min(1).required(), otherwise: Joi.string().required() })
    .default('');

/** One entry per variable: its rule, its default and the sentence in docs/configuration.md. */
export const variables: { [Name in keyof Config]: Joi.Schema } = {
  NODE_ENV: Joi.string()
    .valid('development', 'production', 'test')
    .default('development')
    .description('`production` refuses the embedded database and generated secrets.'),
  HOST: Joi.string()
    .default('127.0.0.1')
    .description('Address the API listens on; `0.0.0.0` in a container.'),
  PORT: Joi.number().port().allow(0).default(3000).description('Port of the API; 0 selects a free one.'),
  DEMO_SHOP_PORT: Joi.number()
    .port()
    .allow(0)
    .empty('')
    .description(
      'Port of the demo shop, which `npm start` runs with the example catalog; 0 for none; empty: the one after `PORT`, or a free one. None with `NODE_ENV=production`.',
    ),
  BASE_URL: httpUrl()
    .allow('')
    .default('')
    .description(
      'Public origin of the API, used in the links that it returns; empty: `http://localhost:PORT`. In production its scheme and port are those of the try-on’s pages too.',
    ),
  DEVELOPERS_URL: httpUrl({ fragment: true })
    .allow('')
    .default('')
    .description(
      'Page where developers buy credits, returned as `developers_url`; empty: `BASE_URL/developers/credits#top-up`. With `NODE_ENV=production` the API requires it or `BASE_URL`.',
    ),
  DATA_DIR: Joi.string()
    .default('.data')
    .description('Folder for images, spool files and embedded databases.'),
  REDIS_URL: redisAddress()
    .required()
    .description(
      'Redis ≥ 6.2 with `maxmemory-policy noeviction`; `npm start` starts one when it is not set.',
    ),
  REDIS_SENTINELS: hostList()
    .default([])
    .description(
      'Comma list of `host[:port]` of Redis Sentinels, which name the primary; `REDIS_URL` has its user, password and database, and any host.',
    ),
  REDIS_SENTINEL_NAME: Joi.string()
    .default('mymaster')
    .description('Name of the primary that the Sentinels watch.'),
  REDIS_COMMAND_SECONDS: seconds(0.1, 60)
    .default(0.9)
    .description(
      'Maximum time for a response of Redis; after it, callers receive 503. Increase it for a distant Redis.',
    ),
  MONGODB_URI: mongodbAddress()
    .required()
    .description(
      'MongoDB ≥ 6: `mongodb://[user:password@]host[:port][,…]/DATABASE[?options]` or `mongodb+srv://…`; `npm start` starts an embedded database when it is not set. Write concern, read preference and time-outs are set by the processes.',
    ),
  MONGODB_SELECTION_SECONDS: seconds(0.1, 60)
    .default(0.5)
    .description(
      'Maximum wait of the API for a reachable MongoDB server; after it, callers receive 503. Workers wait at least 5 s. Increase it for a distant database.',
    ),
  MONGODB_START_SECONDS: seconds(1, 600)
    .default(15)
    .description('Maximum wait of a starting process for MongoDB; `npm start` gives its own database 50 s.'),
  MONGODB_POOL_SIZE: whole(1, 1000)
    .default(50)
    .description('Maximum connections of one process to each MongoDB server.'),
  BUILD_INDEXES: Joi.boolean()
    .default(false)
    .description(
      'Builds missing indexes at the start, however many documents there are. `npm start` sets it for a database of its own; for others, `npm run admin -- indexes apply` is a step of each deployment.',
    ),
  S3_BUCKET: text().default('').description('Bucket for images; empty: the folder `DATA_DIR/blobs`.'),
  S3_ENDPOINT: httpUrl()
    .allow('')
    .default('')
    .description('Endpoint of an S3-compatible server; empty: AWS.'),
  S3_REGION: Joi.string().default('us-east-1').description('Region of the bucket.'),
  S3_PATH_STYLE: Joi.boolean()
    .default(true)
    .description(
      'Addresses the bucket of `S3_ENDPOINT` by path, `https://host/bucket`, as self-hosted servers require; `false`: by host name, `https://bucket.host`, as some services require. AWS itself is always addressed by host name.',
    ),
  S3_ACCESS_KEY_ID: text()
    .default('')
    .description(
      'Access key for the bucket; empty: the AWS default chain, which also reads temporary keys with `AWS_SESSION_TOKEN`, roles and web identities.',
    ),
  S3_SECRET_ACCESS_KEY: text().default('').description('Secret of that access key.'),
  S3_SECONDS: seconds(1, 60)
    .default(10)
    .description(
      'Maximum time of one upload or of the begin of one download in the API, retries included; after it, callers receive 503. Workers take up to 60 seconds.',
    ),
  LOG_LEVEL: Joi.string()
    .valid('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .default('info')
    .description('Minimum level of log entries.'),
  TRACE_CONTEXT: Joi.boolean()
    .default(false)
    .description(
      'Continues the trace of a request’s `traceparent` header (W3C Trace Context): its id is `traceId` in the log lines of the API and of the worker, and containers of `COG_URL` receive the header. Set it in the API where a proxy of your own begins or checks traces.',
    ),
  TRUST_PROXY: whole(0, 10)
    .default(0)
    .description('Number of reverse proxies in front of the API whose `X-Forwarded-*` headers are trusted.'),
  MAX_BODY_MIB: whole(1, 1024).unit('MiB').default(64).description('Maximum size of a request body.'),
  BODY_IDLE_SECONDS: seconds(0.1, 300)
    .default(15)
    .description('Maximum time without a byte of a request body; after it, the request is rejected.'),
  BODY_TOTAL_SECONDS: seconds(1, 300).default(120).description('Maximum time for a request body to arrive.'),
  IMAGE_FETCH_SECONDS: seconds(0.1, 60).default(10).description('Maximum time to fetch one image URL.'),
  OUTBOUND_ALLOW: list()
    .default([])
    .description(
      'Comma list of `host:port` that callers may name although they are private or use plain http: an image server, an analytics proxy, a test server. Not needed for the URLs of providers, which callers never reach.',
    ),
  RATE_LIMIT_PER_MINUTE: whole(1, 1_000_000)
    .default(60)
    .description(
      'Maximum renders that a key may start per minute, unless its account has a limit of its own.',
    ),
  RATE_LIMIT_CONCURRENT: whole(1, 100_000)
    .default(10)
    .description('Maximum concurrent renders of a key, unless its account has a limit of its own.'),
  RATE_LIMIT_ACCOUNT_KEYS: whole(1, 1000)
    .default(3)
    .description(
      'Account-wide limit as a multiple of the per-key limits; live and test keys are counted separately.',
    ),
  UNCHARGED_STARTS_PER_DAY: whole(1, 1_000_000)
    .default(20)
    .description(
      'Renders a day (UTC) that an account may end without a charge after a provider was called, e.g. by cancelling them; beyond it, new ones are rejected with 429.',
    ),
  UNCHARGED_STARTS_PER_CHARGED: whole(0, 1000)
    .default(4)
    .description(
      'Added to `UNCHARGED_STARTS_PER_DAY` for each render of the account that was charged that day.',
    ),
  MCP_REPEAT_MINUTES: whole(1, 1440)
    .unit('minutes')
    .default(10)
    .description(
      'A call of the MCP tool `visualize` with the same arguments within this time returns the same render and is not charged again; at least `RENDER_DEADLINE_SECONDS`.',
    ),
  READS_PER_KEY: whole(1, 10_000_000)
    .default(6_000)
    .description('Maximum GET requests and MCP messages per minute with one key, in each API process.'),
  READS_PER_ADDRESS: whole(1, 10_000_000)
    .default(12_000)
    .description(
      'Maximum GET requests and MCP messages per minute with any key from one network address, in each API process.',
    ),
  STREAMS_PER_KEY: whole(1, 100_000)
    .default(20)
    .description(
      'Maximum concurrent SSE streams per key, and maximum concurrent MCP uploads per key, in each API process.',
    ),
  STREAMS_PER_ADDRESS: whole(1, 100_000)
    .default(100)
    .description(
      'Maximum concurrent SSE streams per network address, and maximum concurrent MCP uploads per network address, in each API process.',
    ),
  MAX_CONNECTIONS: whole(1, 1_000_000)
    .default(10_000)
    .description(
      'Maximum open connections of one API process; further ones are closed. Keep it below the limit of open files (`ulimit -n`).',
    ),
  QUEUE_MAX_WAITING: whole(0, 1_000_000)
    .default(1000)
    .description(
      'Maximum waiting renders; beyond it, new ones are rejected with 503 and `Retry-After`. For live keys, those of test keys do not count. Keep it below 20,000: to find the position of a render, Redis reads the queue, and serves nothing else meanwhile (20 ms for 100,000).',
    ),
  QUEUE_PREFIX: Joi.string()
    .pattern(/^[\w{}-]+$/)
    .default('render-platform')
    .description('Prefix of every Redis key, so that several installations can share one Redis.'),
  WAIT_SECONDS: seconds(0.05, 299)
    .default(295)
    .description('Longest time `POST /visualize` waits for its render (default `fetch` gives up at 300).'),
  RENDER_DEADLINE_SECONDS: seconds(0.05, 3600)
    .default(280)
    .description('A render that has not ended this long after it was accepted expires and is not charged.'),
  RENDER_PROVIDERS: providerChain()
    .default(['local'])
    .description(
      `Comma list of render providers in the order they are tried: ${providerNames.map((name) => `\`${name}\``).join(', ')}.`,
    ),
  DEDICATED_PROVIDERS: providers()
    .default([])
    .description(
      'Comma list of the providers in `RENDER_PROVIDERS` that have workers and a queue of their own; the same for the API and every worker.',
    ),
  WORKER_PROVIDERS: providers()
    .default([])
    .description(
      'Comma list of the providers that this worker serves, e.g. `cog` on a GPU machine; empty: all that are not dedicated.',
    ),
  WORKER_CONCURRENCY: whole(1, 1000)
    .default(4)
    .description('Concurrent renders of one worker process for each queue that it serves.'),
  WORKER_PORT: Joi.number()
    .port()
    .allow(0)
    .default(0)
    .description('Port for the worker’s /healthz, /readyz and /metrics on `HOST`; 0 selects a free one.'),
  LEASE_SECONDS: seconds(0.2, 600)
    .default(6)
    .description('Time after which a worker loses its render unless it renews the lease.'),
  RENDER_ATTEMPTS: whole(1, 10).default(3).description('Maximum starts of a render whose worker was lost.'),
  SWEEP_SECONDS: seconds(0.05, 600).default(1).description('Pause between two passes of the sweeper.'),
  SHUTDOWN_SECONDS: seconds(0.1, 600)
    .allow(0)
    .default(0)
    .description(
      'Time for a stopping process to finish its work; then an API cancels the renders that plain callers wait for, and a worker returns its jobs to their queue. 0: `WAIT_SECONDS` in the API, 30 in a worker, 5 in `npm start`.',
    ),
  LOCAL_RENDERER_THREADS: whole(1, 64)
    .default(1)
    .description('Concurrent renders of the `local` provider in one worker process; each has a thread.'),
  LOCAL_RENDERER_DETECTOR: Joi.string()
    .valid('on', 'off')
    .default('on')
    .description(
      'Whether the `local` provider detects furniture, persons and other things in a scene before it places products there. `off` saves about 0.1 s for each image that it looks at, and places less well.',
    ),
  COG_URL: httpUrl()
    .allow('')
    .default('')
    .description('Base URL of a model container that speaks the Cog HTTP API.'),
  COG_TOKEN: text().default('').description('Bearer token for `COG_URL`, if a proxy requires one.'),
  COG_SECONDS: seconds(0.1, 3600).default(240).description('Maximum time for one prediction of `cog`.'),
  GEMINI_API_KEY: text().default('').description('Key of the Gemini API, for the provider `gemini`.'),
  GEMINI_MODEL: Joi.string()
    .default('gemini-nano-banana-2.1')
    .description(
      'Gemini image model; `gemini-3-pro-image` is slower and costs more, `gemini-3.1-flash-lite-image` is faster and only supports 1K.',
    ),
  GEMINI_URL: httpUrl()
    .default('https://generativelanguage.googleapis.com/v1beta')
    .description('Base URL of the Gemini API, or of a gateway that speaks it.'),
  GEMINI_SECONDS: seconds(0.1, 3600).default(120).description('Maximum time for one render of `gemini`.'),
  OPENAI_API_KEY: text().default('').description('Key of the OpenAI API, for the provider `openai`.'),
  OPENAI_MODEL: Joi.string()
    .default('gpt-image-2.6-flare')
    .description('GPT Image model; `gpt-image-2.6-sunburst` is slower and more precise.'),
  OPENAI_QUALITY: Joi.string()
    .pattern(/^[a-z]+$/, 'lower case letters')
    .default('medium')
    .description(
      'Image quality as the model defines it: `low`, `medium`, `high`, `auto`, and from `gpt-image-2.5` on `xhigh` and `max`; `high` costs about four times as much as `medium`.',
    ),
  OPENAI_URL: httpUrl()
    .default('https://api.openai.com/v1')
    .description('Base URL of the OpenAI API, or of a gateway that speaks it.'),
  OPENAI_SECONDS: seconds(0.1, 3600).default(180).description('Maximum time for one render of `openai`.'),
  FAL_KEY: text().default('').description('Key of fal, for the provider `fal`.'),
  FAL_MODEL: Joi.string()
    .pattern(/^[\w.-]+(\/[\w.-]+)+$/)
    .default('google/nano-banana-2.1/edit')
    .description('Id of an endpoint of fal that accepts `prompt` and `image_urls`.'),
  FAL_URL: httpUrl().default('https://queue.fal.run').description('Base URL of the queue API of fal.'),
  FAL_SECONDS: seconds(0.1, 3600)
    .default(150)
    .description('Maximum time for one render of `fal`, queueing included.'),
  REPLICATE_API_TOKEN: text().default('').description('Token of Replicate, for the provider `replicate`.'),
  REPLICATE_MODEL: Joi.string()
    .pattern(/^[\w.-]+\/[\w.-]+$/)
    .default('google/nano-banana-2')
    .description('`owner/name` of an official model of Replicate that accepts `prompt` and `image_input`.'),
  REPLICATE_URL: httpUrl()
    .default('https://api.replicate.com/v1')
    .description('Base URL of the HTTP API of Replicate.'),
  REPLICATE_SECONDS: seconds(0.1, 3600)
    .default(150)
    .description('Maximum time for one render of `replicate`, queueing included.'),
  COMFYUI_URL: httpUrl()
    .allow('')
    .default('')
    .description('Base URL of a ComfyUI server, for the provider `comfyui`.'),
  COMFYUI_WORKFLOW: text()
    .default('')
    .description(
      'Path of a workflow in API format with placeholders (docs/providers.md); empty: one for Qwen Image Edit.',
    ),
  COMFYUI_SECONDS: seconds(0.1, 3600)
    .default(240)
    .description('Maximum time for one render of `comfyui`, queueing included.'),
  PROVIDER_COSTS: Joi.string()
    .allow('')
    .pattern(/^\s*(\w+:\d+(\.\d+)?\s*(,\s*|$))*$/)
    .custom(
      (value: string, helpers) => knownProviders([...readProviderCosts(value).keys()], helpers) ?? value,
    )
    .default('gemini:0.055,openai:0.053,fal:0.063')
    .unit('US dollars')
    .description(
      'Comma list of `provider:dollars`, the estimated cost of one call, for the metrics; other providers count as free.',
    ),
  PROVIDER_ATTEMPTS: whole(1, 10)
    .default(2)
    .description('Maximum tries with one provider before the next one is used.'),
  RETAIN_INPUT_HOURS: Joi.number()
    .min(0)
    .unit('hours')
    .default(1)
    .description('Input images are deleted this long after the render ended.'),
  RETAIN_OUTPUT_HOURS: Joi.number()
    .min(0)
    .unit('hours')
    .default(24)
    .description('Rendered images are deleted this long after the render ended.'),
  RETAIN_RENDER_DAYS: Joi.number()
    .min(1)
    .unit('days')
    .default(90)
    .description('Render documents are deleted this long after the render ended.'),
  RETAIN_LOOK_DAYS: Joi.number()
    .min(1)
    .max(3650)
    .unit('days')
    .default(90)
    .description(
      'The link of a shared look expires, and its images are deleted, this long after it was shared.',
    ),
  REQUEST_LOG_DAYS: whole(0, 365)
    .unit('days')
    .default(30)
    .description(
      'How long the request log of the developer portal keeps calls with a key, without bodies and queries; 0: none.',
    ),
  CREDIT_PACKS: creditPacks()
    .default(['100=25.00', '500=110.00', '2000=400.00'])
    .description(
      'Comma list of the amounts that developers can buy by card, as `credits=price` in `CREDIT_CURRENCY`.',
    ),
  CREDIT_CURRENCY: Joi.string()
    .pattern(/^[A-Z]{3}$/, 'a currency such as EUR')
    .default('EUR')
    .description('Currency of `CREDIT_PACKS` (ISO 4217).'),
  STRIPE_SECRET_KEY: text()
    .default('')
    .description(
      'Secret key of Stripe, to sell credits by card; empty: the page of the credits says that the operator adds them. Each payment has an invoice, which Stripe sends to the payer while e-mails for successful payments are switched on there.',
    ),
  STRIPE_WEBHOOK_SECRET: text()
    .default('')
    .description(
      'Signing secret of the Stripe webhook at `BASE_URL/webhooks/stripe`, for the events `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `charge.refunded`, `charge.dispute.created` and `charge.dispute.closed`; required for payments by card.',
    ),
  STRIPE_URL: httpUrl().default('https://api.stripe.com').description('Origin of the API of Stripe.'),
  METRICS_PORT: Joi.number()
    .port()
    .allow(0)
    .default(0)
    .description(
      'Port of its own for /metrics of the API on `HOST`, which `PORT` then does not serve; 0: on `PORT`.',
    ),
  METRICS_TOKEN: text()
    .default('')
    .description(
      'Bearer token that /metrics of the API requires; empty: none. Set it where the port is reachable from outside.',
    ),
  SMTP_URL: Joi.string()
    .uri({ scheme: ['smtp', 'smtps'] })
    .allow('')
    .default('')
    .description(
      'Mail server of API and worker processes: `smtp://user:password@host:587` or `smtps://…:465`; empty: mails are written to the log, and outside production to the page /sign-in/mails.',
    ),
  MAIL_FROM: Joi.string().default('Render platform <no-reply@localhost>').description('Sender of mails.'),
  SUPPORT_EMAIL: Joi.string()
    .email({ tlds: false })
    .allow('')
    .default('')
    .description(
      'Where people of accounts ask for credits and larger limits; the portal links to it. Empty: it names the operator without an address.',
    ),
  SIGN_UP: Joi.string()
    .valid('open', 'invited')
    .default('open')
    .description(
      'Who may sign up at /sign-up: `open`: anyone with an e-mail address; `invited`: whose address was invited into an account.',
    ),
  SESSION_DAYS: Joi.number()
    .min(1)
    .max(365)
    .unit('days')
    .default(14)
    .description('A person who has not come back for this long has to sign in again.'),
  OIDC_ISSUER: httpUrl()
    .allow('')
    .default('')
    .description(
      'Issuer of the OpenID provider with which the operator’s staff signs in, e.g. `https://accounts.google.com`; its redirect address is `BASE_URL/sign-in/staff/callback`. Empty: none.',
    ),
  OIDC_CLIENT_ID: withIssuer().description(
    'Client that the issuer knows this installation as; required with `OIDC_ISSUER`.',
  ),
  OIDC_CLIENT_SECRET: withIssuer().description('Secret of that client; required with `OIDC_ISSUER`.'),
  OIDC_NAME: Joi.string()
    .max(40)
    .default('single sign-on')
    .description('Name of the issuer on the page: “Sign in with …”.'),
  OIDC_ALLOWED_DOMAINS: list()
    .lowercase()
    .default([])
    .description(
      'Comma list of domains: whoever signs in at the issuer with a confirmed e-mail address of one becomes an operator. With `OIDC_ISSUER` this or `OIDC_ALLOWED_GROUPS` is required; with both, people need both.',
    ),
  OIDC_ALLOWED_GROUPS: list()
    .default([])
    .description('Comma list of entries of the claim `groups`, one of which an operator must have.'),
  OIDC_LINK_USERS: Joi.boolean()
    .default(false)
    .description(
      'Joins someone who signs in at the issuer with the user who has the same e-mail address here; `false`: such a sign-in is refused.',
    ),
  AUDIT_RETENTION_DAYS: Joi.number()
    .min(1)
    .max(3650)
    .unit('days')
    .default(396)
    .description('Entries of the audit log are deleted after this long.'),
  OPS_USER: Joi.string().default('operator').description('User name of `OPS_PASSWORD`.'),
  OPS_PASSWORD: text()
    .when('NODE_ENV', { not: 'production', otherwise: Joi.string().allow('').min(12) })
    .default('')
    .description(
      'Opens /ops to whoever has it, besides operators who are signed in; with `NODE_ENV=production` of at least 12 characters. Empty: only they open it.',
    ),
  OPS_WRITABLE: Joi.boolean()
    .default(false)
    .description('Allows operators to retry and remove jobs in Bull Board.'),
  SERVICE_DOMAIN: Joi.string()
    .hostname()
    .default('localhost')
    .description('Domain whose subdomains are the hosted experiences: `https://{slug}.SERVICE_DOMAIN`.'),
  EMBED_HOST: text()
    .default('')
    .description('Host of the embedded experience, the service’s main host; empty: the host of `BASE_URL`.'),
  STAGING_HOSTS: list()
    .default([])
    .description('Comma list of staging hosts from which events of every store are accepted.'),
  EVENT_RETENTION_DAYS: Joi.number()
    .min(1)
    .max(3650)
    .unit('days')
    .default(396)
    .description('Raw events are deleted this long after they were received; the KPI counters remain.'),
  EVENTS_PER_VISITOR: whole(1, 1_000_000)
    .default(600)
    .description(
      'Maximum events per minute from one network address; each KiB of a body counts as one event at least.',
    ),
  EVENTS_PER_STORE: whole(1, 10_000_000)
    .default(60_000)
    .description('Maximum events per minute for one store; each KiB of a body counts as one event at least.'),
  CATALOG_PER_ADDRESS: whole(1, 1_000_000)
    .default(600)
    .description(
      'Maximum requests per minute from one network address to one API process for the products that shoppers browse, and as many for thumbnails that are not made yet.',
    ),
  TRY_ON_PER_ADDRESS: whole(1, 1_000_000)
    .default(1200)
    .description(
      'Points per minute that one network address has for the try-on: a read takes 1, a session 5, a guided flow, the image of a result or a shared look 10, a photo, a render or the sharing of a look 20, and each megapixel of a photo beyond four 10.',
    ),
  FILES_MB_PER_ACCOUNT: whole(1, 1_000_000)
    .unit('MB')
    .default(2000)
    .description(
      'Maximum size of the images that one account may upload by `POST /files` in 24 hours, for which they are kept; each counts as at least 1 MB.',
    ),
  UPLOAD_MIN_FREE_PERCENT: whole(0, 100)
    .unit('%')
    .default(10)
    .description(
      'While less of the disk of `DATA_DIR` is free, shoppers cannot upload photos (503): the rest is for renders.',
    ),
  TRACK_CONCURRENCY: whole(2, 1000)
    .default(128)
    .description('Maximum concurrent forwards of events of one worker process, for all endpoints together.'),
  SECRETS_KEY: list()
    .default([])
    .description(
      'Comma list of keys that encrypt saved secrets, the newest first, each 32 bytes in base64 (`openssl rand -base64 32`); empty outside production: one is generated in `DATA_DIR`.',
    ),
};
