import { type Connection, type Model, Schema } from 'mongoose';
import type { FlowStepView } from '../try-on/contract.ts';

/** A guided flow of a store: the steps through which the try-on leads a shopper to a look. */
export interface FlowDoc {
  /** See `flowDocId`. */
  _id: string;
  store: string;
  /** As launchers, links and events name it; unique within its store. */
  flowId: string;
  name: string;
  steps: FlowStepView[];
  createdAt: Date;
  updatedAt: Date;
}

export function flowDocId(store: string, flowId: string): string {
  return `${store}/${flowId}`;
}

/** Selects every flow of a store, by the primary key: `0` is the character after `/`. */
export function flowRange(store: string): { _id: { $gt: string; $lt: string } } {
  return { _id: { $gt: `${store}/`, $lt: `${store}0` } };
}

const schema = new Schema<FlowDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    flowId: { type: String, required: true },
    name: { type: String, required: true },
    // As `flowRules` checked them.
    steps: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);

export type FlowModel = Model<FlowDoc>;

export function flowModel(connection: Connection): FlowModel {
  return connection.model<FlowDoc>('Flow', schema, 'flows');
}
