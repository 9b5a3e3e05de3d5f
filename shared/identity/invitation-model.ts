import { type Connection, type Model, Schema } from 'mongoose';
import { type MemberRole, memberRoles } from './roles.ts';

/** Asks the owner of an address into an account; deleted when it is accepted, withdrawn or too old. */
export interface InvitationDoc {
  _id: string;
  account: string;
  /** In lower case. */
  email: string;
  roles: MemberRole[];
  /** Absent: an operator, by the command line. */
  invitedBy?: string;
  createdAt: Date;
  until: Date;
}

const schema = new Schema<InvitationDoc>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    email: { type: String, required: true },
    roles: { type: [{ type: String, enum: memberRoles }], required: true },
    invitedBy: String,
    createdAt: { type: Date, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The open invitations of an account, and that an address has one.
schema.index({ account: 1, email: 1 }, { unique: true });
// Those of a person.
schema.index({ email: 1 });
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export type InvitationModel = Model<InvitationDoc>;

export function invitationModel(connection: Connection): InvitationModel {
  return connection.model<InvitationDoc>('Invitation', schema, 'invitations');
}
