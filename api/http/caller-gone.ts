/** Throwing it ends a request without an answer: nobody is there to read one. */
export class CallerGone extends Error {
  override name = 'CallerGone';
}
