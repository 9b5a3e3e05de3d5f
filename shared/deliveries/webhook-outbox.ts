export const webhookStates = ['waiting', 'delivered', 'failed'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** A webhook that its document keeps until it is delivered; due at `nextAt`. */
export interface WebhookOutbox {
  url: string;
  state: WebhookState;
  attempt: number;
  nextAt: Date;
  /** HTTP status of the newest delivery that received one. */
  status?: number;
}

/** Its fields, for the schemas of documents. */
export const webhookOutbox = {
  type: { url: String, state: String, attempt: Number, nextAt: Date, status: Number },
  _id: false,
} as const;
