export type RejectReason =
  | 'type'
  | 'too-many-pixels'
  | 'too-costly'
  | 'too-slow'
  | 'corrupt'
  | 'too-small'
  | 'too-thin'
  | 'empty'
  | 'too-large';

/** An image that is not accepted. `message` continues a field's name: `invalidInput(field, rejected.message)`. */
export class ImageRejected extends Error {
  override name = 'ImageRejected';
  readonly reason: RejectReason;

  constructor(reason: RejectReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

export function corrupt(cause?: unknown): ImageRejected {
  return new ImageRejected(
    'corrupt',
    'is damaged or cut off; save the image again and send all of it.',
    cause,
  );
}

export function tooSlow(cause?: unknown): ImageRejected {
  return new ImageRejected(
    'too-slow',
    'takes too long to decode; send it scaled down, or saved again as a JPEG that is not progressive.',
    cause,
  );
}
