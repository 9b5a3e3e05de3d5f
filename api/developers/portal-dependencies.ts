import type { StartLimits } from '../../shared/credits/daily-starts.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import type { RenderCore } from '../renders/render-core.ts';
import type { CardPayments } from '../top-up/card-payments.ts';
import type { ResultImages } from '../visualize/send-result.ts';

/** Dependencies of the pages of /developers besides those that every page for people has. */
export interface PortalDependencies extends IdentityDependencies, ResultImages {
  core: RenderCore;
  payments: CardPayments;
  outbound: Pick<Outbound, 'assertResolves' | 'request'>;
  box: SecretBox;
  limits: PortalLimits;
  /** How busy the service is. */
  readLoad(): Promise<Load>;
}

export interface Load {
  /** Renders of live keys that wait for a worker, of all accounts. */
  waiting: number;
  /** Usual duration of a render; absent before the first ones. */
  usualSeconds?: number | undefined;
}

/** Settings that the pages explain. */
export interface PortalLimits extends StartLimits {
  RATE_LIMIT_PER_MINUTE: number;
  RATE_LIMIT_CONCURRENT: number;
  RATE_LIMIT_ACCOUNT_KEYS: number;
  RETAIN_INPUT_HOURS: number;
  RETAIN_OUTPUT_HOURS: number;
  RETAIN_RENDER_DAYS: number;
  REQUEST_LOG_DAYS: number;
  RENDER_DEADLINE_SECONDS: number;
  SUPPORT_EMAIL: string;
}
