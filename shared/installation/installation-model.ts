import { type Connection, type Model, Schema } from 'mongoose';

/** Settings that must be equal in all processes of one installation; keys as fingerprints. */
export interface SharedSettings {
  secretsKeys: string[];
  renderProviders: string;
  dedicatedProviders: string;
  queuePrefix: string;
}

/** The one document that says which blob storage and which settings belong to this database. */
export interface InstallationDoc {
  _id: 'installation';
  /** Also the content of the blob `installation`, the marker. */
  id: string;
  /** When the marker was written; absent while one process is writing it. */
  pairedAt?: Date;
  /** Until then the process that writes the marker is given time; another may take over later. */
  pairingUntil?: Date;
  settings?: SharedSettings;
  /** Counts changes of the settings: a process that read an older one must read again. */
  revision?: number;
  /** Process id → until when that process counts as running. */
  members?: Record<string, Date>;
}

const schema = new Schema<InstallationDoc>(
  {
    _id: { type: String, required: true },
    id: { type: String, required: true },
    pairedAt: Date,
    pairingUntil: Date,
    settings: {
      type: {
        secretsKeys: [String],
        renderProviders: String,
        dedicatedProviders: String,
        queuePrefix: String,
      },
      _id: false,
    },
    revision: Number,
    members: Schema.Types.Mixed,
  },
  { versionKey: false, autoCreate: false, autoIndex: false, minimize: false, strict: 'throw' },
);

export type InstallationModel = Model<InstallationDoc>;

export function installationModel(connection: Connection): InstallationModel {
  return connection.model<InstallationDoc>('Installation', schema, 'installations');
}

export const theInstallation = { _id: 'installation' } as const;
