import Joi from 'joi';
import {
  type IncidentOpening,
  type IncidentUpdate,
  openIncident,
  openingFields,
  updateIncident,
} from '../../../shared/incidents/incidents.ts';
import type { Operator } from '../operator.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';

type Dependencies = Pick<OperatorDependencies, 'database' | 'audit'>;

/** With the id of the incident, by which one that is sent twice is one. */
export const openingRule = Joi.object<IncidentOpening & { attempt: string }, true>({
  ...openingFields,
  attempt: Joi.string()
    .pattern(/^inc_[0-9a-z]{23}$/)
    .required()
    .description('Id of the incident, made by the caller: sent twice, it is opened once.'),
});

/** Opens an incident, once for its id. */
export async function openByOperator(
  { database, audit }: Dependencies,
  by: Operator,
  { attempt: id, ...opening }: IncidentOpening & { attempt: string },
): Promise<void> {
  const { isNew } = await openIncident(database.incidents, opening, { id });
  const subject = { kind: 'incident', id, name: opening.title };
  if (isNew) await audit({ ...by, action: 'incident.open', subject, after: { ...opening } });
}

/** Adds an update to an incident, or closes it. @throws ApiError NOT_FOUND, CONFLICT */
export async function updateByOperator(
  { database, audit }: Dependencies,
  by: Operator,
  id: string,
  update: IncidentUpdate,
): Promise<void> {
  const { isNew } = await updateIncident(database.incidents, id, update);
  const action = update.closes ? 'incident.close' : 'incident.update';
  const subject = { kind: 'incident', id };
  if (isNew) await audit({ ...by, action, subject, after: { text: update.text } });
}
