import type { AuditDoc, AuditModel } from './audit-model.ts';

/** Returns the newest entries of every account, at most `limit`; `before` is the id of the last one that was seen. */
export async function listAllAudit(
  entries: AuditModel,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<AuditDoc[]> {
  const filter = before ? { _id: { $lt: before } } : {};
  return entries.find(filter).sort({ _id: -1 }).limit(limit).lean<AuditDoc[]>();
}

/** Returns the newest entries of an account before a time, at most `limit`. */
export async function listAudit(
  entries: AuditModel,
  account: string,
  { before, limit }: { before?: Date; limit: number },
): Promise<AuditDoc[]> {
  const filter = { account, ...(before && { at: { $lt: before } }) };
  return entries.find(filter).sort({ at: -1, _id: -1 }).limit(limit).lean<AuditDoc[]>();
}
