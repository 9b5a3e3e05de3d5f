import type { TryOnReason } from '../../../../shared/try-on/contract.ts';

/** Why something did not work: what the server names, and what only the browser can know. */
export type Reason = TryOnReason | 'offline' | 'format_unsupported';
