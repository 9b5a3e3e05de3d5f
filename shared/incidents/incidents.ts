import Joi from 'joi';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { insertNew } from '../mongodb/insert-new.ts';
import { type IncidentDoc, type IncidentModel, type ServicePart, serviceParts } from './incident-model.ts';

export interface IncidentOpening {
  title: string;
  /** At least one. */
  parts: ServicePart[];
  /** Its first update. */
  text: string;
}

export interface IncidentUpdate {
  text: string;
  /** It is over. */
  closes: boolean;
}

const text = Joi.string()
  .trim()
  .min(1)
  .max(2_000)
  .required()
  .label('The text')
  .prefs({ convert: true })
  .description('What is known, for people.');

/** The fields of an opening, for a form that has more. */
export const openingFields = {
  title: Joi.string()
    .trim()
    .min(1)
    .max(120)
    .required()
    .label('The title')
    .prefs({ convert: true })
    .description('What is wrong, in few words.'),
  parts: Joi.array()
    .items(Joi.string().valid(...Object.keys(serviceParts)))
    .unique()
    .min(1)
    .required()
    .label('The parts')
    .description('Parts of the service that are affected.'),
  text,
};

export const incidentOpening = Joi.object<IncidentOpening, true>(openingFields);

export const incidentUpdate = Joi.object<IncidentUpdate, true>({
  text,
  closes: Joi.boolean().default(false).description('Whether it is over.'),
});

/** Returns an id for an incident; one that is opened twice under it is one. */
export const newIncidentId = (now = new Date()): string => newId('inc', now.getTime());

export async function openIncident(
  incidents: IncidentModel,
  { text: first, ...opening }: IncidentOpening,
  { id, now = new Date() }: { id: string; now?: Date },
): Promise<{ isNew: boolean }> {
  const incident = { _id: id, ...opening, updates: [{ at: now, text: first }], openedAt: now };
  return { isNew: (await insertNew(incidents, [incident])).length === 1 };
}

/**
 * Adds what is known now to an open incident, and closes it when it is over. A text that it has already changes nothing.
 * @throws ApiError NOT_FOUND, CONFLICT when it is closed.
 */
export async function updateIncident(
  incidents: IncidentModel,
  id: string,
  { text: next, closes }: IncidentUpdate,
  now = new Date(),
): Promise<{ isNew: boolean }> {
  const { modifiedCount } = await incidents.updateOne(
    { _id: id, closedAt: { $exists: false }, 'updates.text': { $ne: next } },
    { $push: { updates: { at: now, text: next } }, ...(closes && { $set: { closedAt: now } }) },
  );
  if (modifiedCount === 1) return { isNew: true };
  const incident = await readIncident(incidents, id);
  if (incident.updates.some(({ text: known }) => known === next)) return { isNew: false };
  throw new ApiError('CONFLICT', 'The incident is closed; open another one.');
}

/** @throws ApiError NOT_FOUND */
export async function readIncident(incidents: IncidentModel, id: string): Promise<IncidentDoc> {
  const incident = await incidents.findById(id).lean<IncidentDoc>();
  if (!incident) throw new ApiError('NOT_FOUND', 'There is no such incident.');
  return incident;
}

/** Returns the newest incidents, at most `limit`: ids sort by time. */
export async function listIncidents(incidents: IncidentModel, limit = 50): Promise<IncidentDoc[]> {
  return incidents.find({}).sort({ _id: -1 }).limit(limit).lean<IncidentDoc[]>();
}
