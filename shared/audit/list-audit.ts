import type { AuditDoc, AuditModel } from './audit-model.ts';

/** Returns the newest entries of an account before a time, at most `limit`. */
export async function listAudit(
  entries: AuditModel,
  account: string,
  { before, limit }: { before?: Date; limit: number },
): Promise<AuditDoc[]> {
  const filter = { account, ...(before && { at: { $lt: before } }) };
  return entries.find(filter).sort({ at: -1, _id: -1 }).limit(limit).lean<AuditDoc[]>();
}
