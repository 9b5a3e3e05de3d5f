import type { AuditEntry } from '../../shared/audit/audit.ts';

/** Who makes a change as an operator, for the audit log: a person, or a program with a token. */
export type Operator = Pick<AuditEntry, 'account' | 'actor' | 'from'>;
