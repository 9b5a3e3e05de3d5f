/** Throwing it ends a request without a response: the client has disconnected. */
export class CallerGone extends Error {
  override name = 'CallerGone';
}
