import type { TryOnReason } from '../../../../shared/try-on/contract.ts';

/** Reason of a failure: those that the server names, and those that only the browser can know. */
export type Reason = TryOnReason | 'offline' | 'format_unsupported';
