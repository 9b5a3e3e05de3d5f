import type { Outbound } from '../../../shared/outbound/outbound.ts';
import { createCogProvider } from '../../../workers/providers/adapters/cog/cog.ts';
import { createComfyUiProvider } from '../../../workers/providers/adapters/comfyui/comfyui.ts';
import { loadWorkflow } from '../../../workers/providers/adapters/comfyui/workflow.ts';
import { createFalProvider } from '../../../workers/providers/adapters/fal.ts';
import { createGeminiProvider } from '../../../workers/providers/adapters/gemini.ts';
import { createOpenAiProvider } from '../../../workers/providers/adapters/openai.ts';
import { createReplicateProvider } from '../../../workers/providers/adapters/replicate/replicate.ts';
import type { Provider } from '../../../workers/providers/provider.ts';
import { startCog } from './cog.ts';
import { startComfyUi } from './comfyui.ts';
import type { FakeVendor } from './fake-vendor.ts';
import { startFal } from './fal.ts';
import { startGemini } from './gemini.ts';
import { startOpenAi } from './openai.ts';
import { startReplicate } from './replicate.ts';

export interface AdapterOptions {
  http: Outbound;
  url: string;
  timeoutMs: number;
  key?: string;
  model?: string;
  /** Of openai. */
  quality?: string;
}

export interface Adapter {
  start(): Promise<FakeVendor>;
  create(options: AdapterOptions): Provider;
  /** How it learns that a render was aborted: by a call, or by the closed connection. */
  ends: 'cancelled' | 'closed';
  /** Submits and polls, instead of waiting on one connection. */
  queue: boolean;
  /** Has a content filter. */
  safety: boolean;
  /** Reference images it takes of the request's three. */
  references: number;
  /** Sends a key. */
  keyed: boolean;
}

/** Every HTTP provider with the vendor that its contract is tested against. */
export const adapters: Record<string, Adapter> = {
  gemini: {
    start: startGemini,
    create: ({ url, key = 'key', model = 'gemini-test', ...rest }) =>
      createGeminiProvider({ ...rest, url: `${url}/v1beta`, key, model }),
    ends: 'closed',
    queue: false,
    safety: true,
    references: 3,
    keyed: true,
  },
  openai: {
    start: startOpenAi,
    create: ({ url, key = 'key', model = 'gpt-image-2', quality = 'medium', ...rest }) =>
      createOpenAiProvider({ ...rest, url: `${url}/v1`, key, model, quality }),
    ends: 'closed',
    queue: false,
    safety: true,
    references: 3,
    keyed: true,
  },
  fal: {
    start: startFal,
    create: ({ key = 'key', model = 'fal-ai/test-model/edit', ...rest }) =>
      createFalProvider({ ...rest, key, model }),
    ends: 'cancelled',
    queue: true,
    safety: true,
    references: 3,
    keyed: true,
  },
  replicate: {
    start: startReplicate,
    create: ({ url, key = 'key', model = 'acme/test-model', ...rest }) =>
      createReplicateProvider({ ...rest, url: `${url}/v1`, token: key, model }),
    ends: 'cancelled',
    queue: true,
    safety: true,
    references: 3,
    keyed: true,
  },
  comfyui: {
    start: startComfyUi,
    create: (options) => createComfyUiProvider({ ...options, workflow: loadWorkflow('') }),
    ends: 'cancelled',
    queue: true,
    safety: false,
    references: 2,
    keyed: false,
  },
  cog: {
    start: startCog,
    create: ({ key = 'key', ...rest }) => createCogProvider({ ...rest, token: key }),
    ends: 'cancelled',
    queue: false,
    safety: true,
    references: 3,
    keyed: true,
  },
};
