/** What a shopper's browser knows of one event it reported. */
export interface ReportedEvent {
  /** `{store id}.{eventId}`: the stable id everywhere. */
  id: string;
  store: string;
  slug: string;
  eventId: string;
  event: string;
  /** Unlike any other's, so that a mix-up of two events shows. */
  anonymousId: string;
  /** `accepted`: a whole 202. `refused`: 400 or 403. `unknown`: no answer, a cut one, or 5xx. */
  verdict: 'accepted' | 'refused' | 'unknown';
  /** Times that a 202 for it alone said that it was new. */
  new: number;
}

/** One call at an endpoint. */
export interface EndpointCall {
  id: string;
  slug: string;
  anonymousId: unknown;
  /** What it answered; undefined while and when it did not. */
  status?: number;
}

export interface EventHistory {
  reported: Map<string, ReportedEvent>;
  calls: EndpointCall[];
  /** What a shopper must never be told, whatever the final state. */
  wrong: { id: string; what: string }[];
}
