import { invalidInput } from '../../shared/errors.ts';

/** The largest file of products, whether a form or a key sends it. */
export const importFileLimit = {
  maxBytes: 64 * 1024 * 1024,
  tooLarge: () => invalidInput('file', 'is larger than 64 MiB; split it, or import from an address.'),
};
