import { type Connection, type Model, Schema } from 'mongoose';
import { type MemberRole, memberRoles } from './roles.ts';

/** Someone's roles in an account: an account is an organization of people. */
export interface MemberDoc {
  _id: string;
  account: string;
  user: string;
  /** At least one. */
  roles: MemberRole[];
  createdAt: Date;
}

const schema = new Schema<MemberDoc>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    user: { type: String, required: true },
    roles: { type: [{ type: String, enum: memberRoles }], required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The accounts of a user, and that someone is in an account once.
schema.index({ user: 1, account: 1 }, { unique: true });
// The team of an account, oldest first.
schema.index({ account: 1, createdAt: 1, _id: 1 });

export type MemberModel = Model<MemberDoc>;

export function memberModel(connection: Connection): MemberModel {
  return connection.model<MemberDoc>('Member', schema, 'members');
}
