/** The body of a webhook call. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: object;
}
