import { ConfigError } from '../../shared/config/load.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Logger } from '../../shared/log.ts';
import { type Outbound, OutboundRefused } from '../../shared/outbound/outbound.ts';
import type { ProviderName } from '../../shared/providers/provider-names.ts';
import { createCogProvider } from './adapters/cog/cog.ts';
import { createComfyUiProvider } from './adapters/comfyui/comfyui.ts';
import { loadWorkflow } from './adapters/comfyui/workflow.ts';
import { createFalProvider } from './adapters/fal.ts';
import { createGeminiProvider } from './adapters/gemini.ts';
import { createLocalProvider } from './adapters/local.ts';
import { createOpenAiProvider } from './adapters/openai.ts';
import { createReplicateProvider } from './adapters/replicate/replicate.ts';
import type { Provider } from './provider.ts';

export interface ProviderDeps {
  config: Config;
  log: Logger;
  http: Pick<Outbound, 'request' | 'fetchBytes' | 'checkUrl'>;
}

/** Creates each provider, by its name. */
export const providerFactories: Record<ProviderName, (deps: ProviderDeps) => Provider> = {
  gemini: ({ config, http }) =>
    createGeminiProvider({
      http,
      url: usableUrl(config.GEMINI_URL, 'GEMINI_URL', http),
      key: required(config.GEMINI_API_KEY, 'GEMINI_API_KEY', 'gemini'),
      model: config.GEMINI_MODEL,
      timeoutMs: config.GEMINI_SECONDS * 1000,
    }),
  openai: ({ config, http }) =>
    createOpenAiProvider({
      http,
      url: usableUrl(config.OPENAI_URL, 'OPENAI_URL', http),
      key: required(config.OPENAI_API_KEY, 'OPENAI_API_KEY', 'openai'),
      model: config.OPENAI_MODEL,
      quality: config.OPENAI_QUALITY,
      timeoutMs: config.OPENAI_SECONDS * 1000,
    }),
  fal: ({ config, http }) =>
    createFalProvider({
      http,
      url: usableUrl(config.FAL_URL, 'FAL_URL', http),
      key: required(config.FAL_KEY, 'FAL_KEY', 'fal'),
      model: config.FAL_MODEL,
      timeoutMs: config.FAL_SECONDS * 1000,
    }),
  replicate: ({ config, http }) =>
    createReplicateProvider({
      http,
      url: usableUrl(config.REPLICATE_URL, 'REPLICATE_URL', http),
      token: required(config.REPLICATE_API_TOKEN, 'REPLICATE_API_TOKEN', 'replicate'),
      model: config.REPLICATE_MODEL,
      timeoutMs: config.REPLICATE_SECONDS * 1000,
    }),
  comfyui: ({ config, http }) =>
    createComfyUiProvider({
      http,
      url: usableUrl(required(config.COMFYUI_URL, 'COMFYUI_URL', 'comfyui'), 'COMFYUI_URL', http),
      workflow: loadWorkflow(config.COMFYUI_WORKFLOW),
      timeoutMs: config.COMFYUI_SECONDS * 1000,
    }),
  cog: ({ config, http }) =>
    createCogProvider({
      http,
      url: usableUrl(required(config.COG_URL, 'COG_URL', 'cog'), 'COG_URL', http),
      token: config.COG_TOKEN,
      timeoutMs: config.COG_SECONDS * 1000,
    }),
  local: ({ config, log }) =>
    createLocalProvider({
      threads: config.LOCAL_RENDERER_THREADS,
      detecting: config.LOCAL_RENDERER_DETECTOR === 'on',
      log,
    }),
};

/**
 * Creates the providers of `names`, which the configuration has checked, in that order.
 * @throws ConfigError when a setting that a provider requires is missing or refused.
 */
export function createProviders(names: readonly string[], deps: ProviderDeps): Provider[] {
  return names.map((name) => providerFactories[name as ProviderName](deps));
}

function required(value: string, variable: string, provider: string): string {
  if (value) return value;
  throw new ConfigError(`Configuration: ${variable} is required by the provider "${provider}".`);
}

/** Rejects, at the start, a URL that the outbound guard would refuse on every render. */
function usableUrl(url: string, variable: string, http: ProviderDeps['http']): string {
  try {
    http.checkUrl(url);
    return url;
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    const advice = 'use https, or name the host in OUTBOUND_ALLOW as host:port when its network is private';
    throw new ConfigError(`Configuration: ${variable} ${error.message}; ${advice}.`);
  }
}
