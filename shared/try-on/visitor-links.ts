import { sha256Hex } from '../ids.ts';
import { dayMs } from '../time.ts';
import type { VisitorLinkDoc, VisitorLinkModel } from './visitor-link-model.ts';

/**
 * Keeps the analytics ids of a visitor of the try-on.
 * @param days how long: at least as long as the records of renders that the visitor may start until then.
 */
export async function linkVisitor(
  links: VisitorLinkModel,
  { store, visitor }: Pick<VisitorLinkDoc, 'store' | 'visitor'>,
  analyticsIds: string[],
  days: number,
): Promise<void> {
  const until = new Date(Date.now() + days * dayMs);
  for (const analyticsId of new Set(analyticsIds)) {
    const _id = sha256Hex(JSON.stringify([store, analyticsId, visitor]));
    await links.updateOne({ _id }, { $set: { store, analyticsId, visitor, until } }, { upsert: true });
  }
}

const perPage = 100;

/** Some of the links of an analytics id in a store, at most 100; those that were read are to be deleted by the caller. */
export function someLinks(
  links: VisitorLinkModel,
  store: string,
  analyticsId: string,
): Promise<VisitorLinkDoc[]> {
  return links.find({ store, analyticsId }).limit(perPage).lean<VisitorLinkDoc[]>().exec();
}
