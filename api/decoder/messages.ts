import type { RejectReason } from '../../shared/images/image-rejected.ts';
import type { ImageFacts, ImageLimits } from '../../shared/images/inspect.ts';
import type { NormalisedImage } from '../../shared/images/normalise.ts';

/** Bytes, or the path of a file, which the decoder's process reads itself. */
export type ImageSource = Buffer | string;

/** One of several images: prepared, or why it is not. */
export type Prepared = { image: NormalisedImage } | { rejected: { reason: RejectReason; message: string } };

/** The first image that cannot be used; `message` as in `ImageRejected`. */
export interface Unusable {
  index: number;
  reason: RejectReason;
  message: string;
}

/** Arguments and results of the tasks of a decoder process; `limits` are those of `inspectImage`. */
export interface DecoderTasks {
  check: {
    task: { kind: 'check'; sources: ImageSource[]; limits: Partial<ImageLimits> };
    result: Unusable | undefined;
  };
  inspect: {
    task: { kind: 'inspect'; source: ImageSource; limits: Partial<ImageLimits> };
    result: ImageFacts;
  };
  prepare: {
    task: { kind: 'prepare'; sources: ImageSource[]; limits: Partial<ImageLimits> };
    /** One for each source, in the same order. */
    result: Prepared[];
  };
}

export type DecoderTask = DecoderTasks[keyof DecoderTasks]['task'];

/** `failed` is for everything that is not the image's fault, such as a file that is gone. */
export type DecoderMessage =
  | { kind: 'ready' }
  | { kind: 'result'; result: unknown }
  | { kind: 'rejected'; reason: RejectReason; message: string }
  | { kind: 'failed'; message: string };
