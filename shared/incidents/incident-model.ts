import { type Connection, type Model, Schema } from 'mongoose';

/** The parts of the service that an incident may affect, as `/status` names them. */
export const serviceParts = { api: 'API', renders: 'Renders', queue: 'Queue', events: 'Events' } as const;
export type ServicePart = keyof typeof serviceParts;

/** A trouble of the service in an operator's words, for `/status`; the state that is measured is beside it. */
export interface IncidentDoc {
  /** Sorts by its opening. */
  _id: string;
  title: string;
  parts: ServicePart[];
  /** The oldest first. */
  updates: { at: Date; text: string }[];
  openedAt: Date;
  /** Absent: it is open. */
  closedAt?: Date;
}

const schema = new Schema<IncidentDoc>(
  {
    _id: { type: String, required: true },
    title: { type: String, required: true },
    parts: { type: [{ type: String, enum: Object.keys(serviceParts) }], required: true },
    updates: { type: [{ _id: false, at: Date, text: String }], required: true },
    openedAt: { type: Date, required: true },
    closedAt: Date,
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);

export type IncidentModel = Model<IncidentDoc>;

export function incidentModel(connection: Connection): IncidentModel {
  return connection.model<IncidentDoc>('Incident', schema, 'incidents');
}
