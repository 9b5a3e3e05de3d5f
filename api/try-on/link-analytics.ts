import { linkVisitor } from '../../shared/try-on/visitor-links.ts';
import type { VisitorCall } from './entrance.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { validDays } from './visitor-token.ts';

/**
 * Saves by which analytics ids `visitor erase` finds a visitor, before anything of the visitor is saved: until the last
 * of photos, renders and shared looks is gone.
 */
export function linkAnalytics(
  { database, retention, config }: Pick<TryOnDependencies, 'database' | 'retention' | 'config'>,
  { store, visitor, analyticsIds }: Pick<VisitorCall, 'store' | 'visitor' | 'analyticsIds'>,
): Promise<void> {
  const days = validDays + Math.max(retention.RETAIN_RENDER_DAYS, config.RETAIN_LOOK_DAYS);
  return linkVisitor(database.visitorLinks, { store: store._id, visitor }, analyticsIds, days);
}
