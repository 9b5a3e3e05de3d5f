import Joi from 'joi';
import { preferences } from '../validation/validate.ts';
import { type Config, variables } from './variables.ts';

/** Wrong variables, or what they name cannot be used; `message` has one line for each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const schema = Joi.object<Config, true>(variables as Joi.StrictSchemaMap<Config>).options({
  ...preferences,
  abortEarly: false,
  stripUnknown: true,
  // An environment has texts only.
  convert: true,
});

/** The names of the previous release; read for one release where the new one is not set. */
const formerNames: Record<string, string> = { WAIT_SECONDS: 'HOLD_SECONDS' };

/**
 * Reads the configuration from an environment such as `process.env`.
 * @throws ConfigError naming every variable with a wrong value.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // Compose files pass unset variables as empty ones.
  const read = (name: string) => env[name] || env[formerNames[name] ?? ''] || undefined;
  const known = Object.fromEntries(Object.keys(variables).map((name) => [name, read(name)]));
  const { value, error } = schema.validate(known);
  if (error) throw new ConfigError(listed(error.details.map(({ message }) => message)));
  const config = value as Config;
  const rules = [...config.OIDC_ALLOWED_DOMAINS, ...config.OIDC_ALLOWED_GROUPS];
  if (config.OIDC_ISSUER !== '' && rules.length === 0) throw new ConfigError(listed([withoutRule]));
  const hasOrigin = config.BASE_URL !== '' || config.NODE_ENV !== 'production';
  config.BASE_URL = (config.BASE_URL || `http://localhost:${config.PORT}`).replace(/\/+$/, '');
  // In production localhost is not a page that callers can open: the API asks for one of the two.
  if (hasOrigin) config.DEVELOPERS_URL ||= `${config.BASE_URL}/developers/credits#top-up`;
  return config;
}

const withoutRule =
  'OIDC_ISSUER requires OIDC_ALLOWED_DOMAINS or OIDC_ALLOWED_GROUPS: whom they name becomes an operator';

/** One line for one mistake, else one line for each. */
function listed(mistakes: string[]): string {
  if (mistakes.length === 1) return `Configuration: ${mistakes[0]}.`;
  return [`Configuration, ${mistakes.length} variables:`, ...mistakes.map((mistake) => `  ${mistake}.`)].join(
    '\n',
  );
}
