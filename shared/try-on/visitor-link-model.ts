import { type Connection, type Model, Schema } from 'mongoose';

/** That a visitor of the try-on has sent an analytics id: events have that id, photos and renders the visitor. */
export interface VisitorLinkDoc {
  /** Of the store, the analytics id and the visitor, so that a second session changes the same document. */
  _id: string;
  store: string;
  /** As events have it: `anonymousId`, or the visitor id of the browser. */
  analyticsId: string;
  /** Of the visitor's token. */
  visitor: string;
  /** TTL of the document; whatever is saved of the visitor moves it, as does each session. */
  until: Date;
}

const schema = new Schema<VisitorLinkDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    analyticsId: { type: String, required: true },
    visitor: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The visitors of an analytics id, for `visitor erase`, and all of a store that is deleted.
schema.index({ store: 1, analyticsId: 1 });
// All links of a visitor, who is erased by one of them, the newest first.
schema.index({ store: 1, visitor: 1, until: -1 });
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export type VisitorLinkModel = Model<VisitorLinkDoc>;

export function visitorLinkModel(connection: Connection): VisitorLinkModel {
  return connection.model<VisitorLinkDoc>('VisitorLink', schema, 'visitorlinks');
}
