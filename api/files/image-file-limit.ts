import { invalidInput } from '../../shared/errors.ts';
import { DecodeQueueFull } from '../../shared/images/decode-slots.ts';
import { imageLimits } from '../../shared/images/inspect.ts';
import { tooManyImages } from '../renders/intake.ts';

/** The largest image of a store, whether a form or a key sends it. */
export const imageFileLimit = {
  maxBytes: imageLimits.maxBytes,
  tooLarge: () => invalidInput('file', 'is larger than 8 MB; send it scaled down.'),
};

/** Maps the error of a store’s image to that of its caller. */
export const toImageFailure = (error: unknown): unknown =>
  error instanceof DecodeQueueFull ? tooManyImages(error) : error;
