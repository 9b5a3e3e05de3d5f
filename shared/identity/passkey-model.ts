import { type Connection, type Model, Schema } from 'mongoose';

/** A key pair of a person's device, of which the service has the public half (WebAuthn). */
export interface PasskeyDoc {
  /** The id that the device gave it, in base64url: no other person can have the same. */
  _id: string;
  user: string;
  name: string;
  /** In COSE, as base64url. */
  publicKey: string;
  /** Signatures that the device has counted; 0 where it counts none. */
  counter: number;
  /** How browsers reach the device, such as `internal` or `usb`. */
  transports: string[];
  createdAt: Date;
  usedAt?: Date;
}

const schema = new Schema<PasskeyDoc>(
  {
    _id: { type: String, required: true },
    user: { type: String, required: true },
    name: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    transports: { type: [String], required: true },
    createdAt: { type: Date, required: true },
    usedAt: Date,
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// Those of a person, oldest first.
schema.index({ user: 1, createdAt: 1, _id: 1 });

export type PasskeyModel = Model<PasskeyDoc>;

export function passkeyModel(connection: Connection): PasskeyModel {
  return connection.model<PasskeyDoc>('Passkey', schema, 'passkeys');
}
