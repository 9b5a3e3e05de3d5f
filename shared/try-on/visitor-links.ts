import { sha256Hex } from '../ids.ts';
import { dayMs } from '../time.ts';
import type { VisitorLinkDoc, VisitorLinkModel } from './visitor-link-model.ts';

type Visitor = Pick<VisitorLinkDoc, 'store' | 'visitor'>;

/** Maximum ids of one visitor: few have several, but a browser may send any. The one that ends first is dropped. */
const maxLinks = 20;

/**
 * Keeps the analytics ids of a visitor of the try-on, at most 20 of them.
 * @param days how long: at least as long as the records of renders that the visitor may start until then.
 */
export async function linkVisitor(
  links: VisitorLinkModel,
  { store, visitor }: Visitor,
  analyticsIds: string[],
  days: number,
): Promise<void> {
  const until = new Date(Date.now() + days * dayMs);
  for (const analyticsId of new Set(analyticsIds)) {
    const _id = sha256Hex(JSON.stringify([store, analyticsId, visitor]));
    await links.updateOne({ _id }, { $set: { store, analyticsId, visitor, until } }, { upsert: true });
  }
  const surplus = await links.find({ store, visitor }, { _id: 1 }).sort({ until: -1 }).skip(maxLinks).lean();
  if (surplus.length > 0) await links.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
}

/** Returns true if anything was saved of a visitor, so that its ids are kept. */
export async function isLinked(links: VisitorLinkModel, { store, visitor }: Visitor): Promise<boolean> {
  return (await links.exists({ store, visitor })) !== null;
}

/** Returns a link of an analytics id in a store; null: there is none. */
export function oneLink(
  links: VisitorLinkModel,
  store: string,
  analyticsId: string,
): Promise<VisitorLinkDoc | null> {
  return links.findOne({ store, analyticsId }).lean<VisitorLinkDoc>().exec();
}

/** Deletes all links of a visitor; returns the analytics ids that they had. */
export async function unlinkVisitor(links: VisitorLinkModel, { store, visitor }: Visitor): Promise<string[]> {
  const known = await links.find({ store, visitor }).lean<VisitorLinkDoc[]>();
  await links.deleteMany({ store, visitor });
  return known.map(({ analyticsId }) => analyticsId);
}
