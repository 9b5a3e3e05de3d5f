import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { dayMs } from '../time.ts';
import type { AuditDoc, AuditModel } from './audit-model.ts';

export type AuditEntry = Omit<AuditDoc, '_id' | 'at' | 'keepUntil'>;

/** Records a change that has been made. It never throws: the change stands, and its loss is in the log. */
export type Audit = (entry: AuditEntry) => Promise<void>;

export interface AuditOptions {
  entries: AuditModel;
  retentionDays: number;
  log: Logger;
  now?: () => Date;
}

/** Returns what records who changed what, from where, before and after; secrets are masked. */
export function createAudit({ entries, retentionDays, log, now = () => new Date() }: AuditOptions): Audit {
  return async ({ before, after, ...entry }) => {
    const at = now();
    const keepUntil = new Date(at.getTime() + retentionDays * dayMs);
    const values = {
      ...(before && { before: maskSecrets(before) }),
      ...(after && { after: maskSecrets(after) }),
    };
    try {
      await entries.create({ _id: newId('aud', at.getTime()), ...entry, ...values, at, keepUntil });
    } catch (error) {
      log.error({ err: error, action: entry.action, actor: entry.actor.id }, 'an audit entry was not saved');
    }
  };
}

const secretName = /secret|password|token|writekey|^key$|hash|cookie|authorization/i;
const maxTextLength = 500;

/** Replaces what has the name of a secret, at any depth, and cuts long texts. */
function maskSecrets(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, masked(name, field)]));
}

function masked(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (secretName.test(name)) return '••••';
  if (typeof value === 'string') return value.slice(0, maxTextLength);
  if (Array.isArray(value)) return value.map((item) => masked('', item));
  if (typeof value === 'object' && !(value instanceof Date))
    return maskSecrets(value as Record<string, unknown>);
  return value;
}
