/** One reported event, as the shopper's browser knows it. */
export interface ReportedEvent {
  /** `{store id}.{eventId}`: the stable id everywhere. */
  id: string;
  store: string;
  slug: string;
  eventId: string;
  event: string;
  /** Unlike any other's, so that a mix-up of two events is detected. */
  anonymousId: string;
  /** `accepted`: a whole 202. `refused`: 400 or 403. `unknown`: no response, a truncated one, or 5xx. */
  verdict: 'accepted' | 'refused' | 'unknown';
  /** Number of 202 responses for it alone that reported it as new. */
  new: number;
}

/** One call at an endpoint. */
export interface EndpointCall {
  id: string;
  slug: string;
  anonymousId: unknown;
  /** The status of its response; undefined until and unless there is one. */
  status?: number;
}

export interface EventHistory {
  reported: Map<string, ReportedEvent>;
  calls: EndpointCall[];
  /** A response that a shopper must never receive, whatever the final state. */
  wrong: { id: string; what: string }[];
}
