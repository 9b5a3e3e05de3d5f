import type { CatalogImportDoc, CatalogImportModel } from '../../shared/catalog/import/import-model.ts';

/** A worker that writes nothing for so long is lost, and another one continues. */
export const leaseMs = 30_000;
/** An import that ends its process is not claimed for ever. */
const maxClaims = 20;

/** Claims the open import that no worker has; undefined: there is none. */
export async function claimImport(
  catalogImports: CatalogImportModel,
  now = Date.now(),
): Promise<CatalogImportDoc | undefined> {
  const free = [{ leaseUntil: { $exists: false } }, { leaseUntil: { $lt: new Date(now) } }];
  const claimed = await catalogImports
    .findOneAndUpdate(
      { open: true, $or: free },
      { $set: { state: 'running', leaseUntil: new Date(now + leaseMs) }, $inc: { fence: 1 } },
      { returnDocument: 'after' },
    )
    .lean<CatalogImportDoc>();
  if (!claimed || claimed.fence <= maxClaims) return claimed ?? undefined;
  await endImport(catalogImports, claimed, {
    state: 'failed',
    problem: `It was interrupted ${maxClaims} times; import again, or ask the operator.`,
  });
  return undefined;
}

type Progress = Partial<Pick<CatalogImportDoc, 'counts' | 'rejected' | 'reasons'>>;

/** Saves the progress of a claimed import and extends its lease; false: it has ended, or another worker has it. */
export async function saveProgress(
  catalogImports: CatalogImportModel,
  { _id, fence }: CatalogImportDoc,
  progress: Progress,
): Promise<boolean> {
  const leaseUntil = new Date(Date.now() + leaseMs);
  const { matchedCount } = await catalogImports.updateOne(
    { _id, fence, open: true },
    { $set: { ...progress, leaseUntil } },
  );
  return matchedCount === 1;
}

/** Ends a claimed import. */
export async function endImport(
  catalogImports: CatalogImportModel,
  { _id, fence }: CatalogImportDoc,
  end: Progress & Pick<CatalogImportDoc, 'state' | 'problem'>,
): Promise<void> {
  await catalogImports.updateOne(
    { _id, fence },
    { $set: { ...end, endedAt: new Date() }, $unset: { open: 1, leaseUntil: 1 } },
  );
}

/** Gives a claimed import back: another worker continues it at once. */
export async function releaseImport(
  catalogImports: CatalogImportModel,
  { _id, fence }: CatalogImportDoc,
): Promise<void> {
  await catalogImports.updateOne({ _id, fence }, { $unset: { leaseUntil: 1 } });
}
