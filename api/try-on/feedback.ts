import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { toDay } from '../../shared/kpis/kpi-model.ts';
import { markDays } from '../../shared/kpis/mark-days.ts';
import { dayMs } from '../../shared/time.ts';
import { type FeedbackRequest, feedbackReasons } from '../../shared/try-on/contract.ts';
import { boundedArray } from '../../shared/validation/bounded-array.ts';
import type { VisitorCall } from './entrance.ts';
import { ownRender } from './own-renders.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';

export const feedbackRequest = Joi.object<FeedbackRequest, true>({
  reasons: boundedArray(feedbackReasons.length)
    .items(Joi.string().valid(...feedbackReasons))
    .unique()
    .min(1)
    .required()
    .description('Reasons, each once.'),
}).description('What a shopper does not find right in an image.');

/**
 * `PUT /renders/{id}/feedback`: keeps what the visitor does not find right, in place of an earlier word.
 * @throws ApiError NOT_FOUND for a render without an image
 */
export async function putFeedback(
  { database, config }: TryOnDependencies,
  call: VisitorCall & { body: FeedbackRequest },
): Promise<void> {
  const { req, store, body } = call;
  const { _id, state, tryOn } = await ownRender(database.renders, call, String(req.params.id));
  if (state !== 'succeeded') throw new ApiError('NOT_FOUND', 'This try-on has no image.');
  const now = new Date();
  const word = {
    store: store._id,
    day: toDay(now),
    reasons: body.reasons,
    productIds: [...new Set(tryOn.items.map(({ productId }) => productId))],
    keepUntil: new Date(now.getTime() + config.EVENT_RETENTION_DAYS * dayMs),
  };
  const before = await database.feedback.findOneAndUpdate({ _id }, { $set: word }, { upsert: true }).lean();
  await markDays(database.kpiDays, store._id, [before?.day, word.day]);
}
