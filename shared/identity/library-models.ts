import { type Connection, type Model, Schema } from 'mongoose';

/*
 * The collections that better-auth reads and writes by itself (api/identity/auth.ts). They are declared for their
 * indexes, which the platform builds as all others, and for the few queries of its own.
 */

export interface UserDoc {
  _id: string;
  name: string;
  /** In lower case. */
  email: string;
  emailVerified: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Runs the service. */
  isOperator?: boolean;
  twoFactorEnabled?: boolean;
  /** The account that was made at the sign-up. */
  ownAccount?: string;
}

export interface SessionDoc {
  _id: string;
  token: string;
  userId: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
  ipAddress?: string;
  userAgent?: string;
  /** The account that the person works in. */
  account?: string;
}

const options = { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' } as const;
const id = { type: String, required: true };

const users = new Schema<UserDoc>(
  {
    _id: id,
    name: id,
    email: id,
    emailVerified: { type: Boolean, required: true },
    createdAt: Date,
    updatedAt: Date,
    isOperator: Boolean,
    twoFactorEnabled: Boolean,
    ownAccount: String,
  },
  options,
);
// Signing in, and that an address has one user.
users.index({ email: 1 }, { unique: true });

const sessions = new Schema<SessionDoc>(
  {
    _id: id,
    token: id,
    userId: id,
    expiresAt: Date,
    createdAt: Date,
    updatedAt: Date,
    ipAddress: String,
    userAgent: String,
    account: String,
  },
  options,
);
// The session of a request.
sessions.index({ token: 1 }, { unique: true });
// The sessions of a user, and signing out everywhere.
sessions.index({ userId: 1 });
sessions.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

interface CredentialDoc {
  _id: string;
  userId: string;
  providerId: string;
  accountId: string;
  /** A scrypt hash. */
  password?: string;
  createdAt?: Date;
  updatedAt?: Date;
}

/** Passwords as scrypt hashes, and the subjects of single sign-on. */
const credentials = new Schema<CredentialDoc>(
  {
    _id: id,
    userId: id,
    providerId: id,
    accountId: id,
    password: String,
    createdAt: Date,
    updatedAt: Date,
  },
  options,
);
credentials.index({ userId: 1 });
// One user for each subject of a provider.
credentials.index({ accountId: 1, providerId: 1 }, { unique: true });

interface VerificationDoc {
  _id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
  createdAt?: Date;
  updatedAt?: Date;
}

/** Open proofs of links and second factors; each is consumed once. */
const verifications = new Schema<VerificationDoc>(
  { _id: id, identifier: id, value: id, expiresAt: Date, createdAt: Date, updatedAt: Date },
  options,
);
verifications.index({ identifier: 1 });
verifications.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

interface TwoFactorDoc {
  _id: string;
  userId: string;
}

const twoFactors = new Schema<TwoFactorDoc>({ _id: id, userId: id }, options);
twoFactors.index({ userId: 1 });

export type UserModel = Model<UserDoc>;
export type SessionModel = Model<SessionDoc>;

/** Declares the collections of the library on a connection. */
export function libraryModels(connection: Connection) {
  return {
    users: connection.model<UserDoc>('User', users, 'users') as UserModel,
    sessions: connection.model<SessionDoc>('Session', sessions, 'sessions') as SessionModel,
    credentials: connection.model<CredentialDoc>('Credential', credentials, 'credentials'),
    verifications: connection.model<VerificationDoc>('Verification', verifications, 'verifications'),
    twoFactors: connection.model<TwoFactorDoc>('TwoFactor', twoFactors, 'twoFactors'),
  };
}

export type LibraryModels = ReturnType<typeof libraryModels>;
