import Joi from 'joi';
import { serviceParts } from '../../../shared/incidents/incident-model.ts';
import {
  incidentUpdate,
  listIncidents,
  newIncidentId,
  readIncident,
} from '../../../shared/incidents/incidents.ts';
import { checkForm, type FormValues, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byOperator } from '../../identity/audit-origin.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { openByOperator, openingRule, updateByOperator } from './incident-actions.ts';
import { incidentPage } from './incident-page.tsx';
import { incidentsPage, toIncidentPath, toPartField } from './incidents-page.tsx';

const doneQuery = Joi.object<{ done?: string }>({ done: Joi.string().max(40) }).unknown();

const getIncidents = defineRoute({
  ...pageFacts,
  id: 'getOpsIncidents',
  path: '/ops/incidents',
  access: 'operator',
  summary: 'Incidents',
  query: doneQuery,
  handle: async ({ database, web }: OperatorDependencies, { res, person, query }) => {
    const incidents = await listIncidents(database.incidents);
    const page = { person, incidents, attempt: newIncidentId(), done: query.done };
    sendPage(res, incidentsPage(page, web().build.ops));
  },
});

/** The checked parts as a list: a form has a field for each. */
function toOpening(values: FormValues) {
  const parts = Object.keys(serviceParts).filter((part) => values[toPartField(part)] === 'yes');
  return { ...values, parts };
}

const postIncident = defineRoute({
  ...formFacts,
  id: 'openIncident',
  path: '/ops/incidents',
  access: 'operator',
  summary: 'Open an incident',
  handle: async ({ database, audit, web }: OperatorDependencies, call) => {
    const { req, res, person } = call;
    const values = await readForm(req);
    const { value, errors } = checkForm(openingRule, toOpening(values));
    if (errors) {
      const incidents = await listIncidents(database.incidents);
      const page = { person, incidents, attempt: newIncidentId(), values, errors };
      return sendPage(res, incidentsPage(page, web().build.ops), 422);
    }
    await openByOperator({ database, audit }, byOperator(call), value);
    seeOther(res, `${toIncidentPath(value.attempt)}?done=incident-open`);
  },
});

const incidentParameter = {
  incident: { description: 'Id of the incident.', schema: { type: 'string' } },
} as const;

const getIncident = defineRoute({
  ...pageFacts,
  id: 'getOpsIncident',
  path: '/ops/incidents/:incident',
  params: incidentParameter,
  access: 'operator',
  summary: 'One incident',
  query: doneQuery,
  failures: ['NOT_FOUND'],
  handle: async ({ database, web }: OperatorDependencies, { res, person, params, query }) => {
    const incident = await readIncident(database.incidents, params.incident);
    sendPage(res, incidentPage({ person, incident, done: query.done }, web().build.ops));
  },
});

const postUpdate = defineRoute({
  ...formFacts,
  id: 'updateIncident',
  path: '/ops/incidents/:incident/updates',
  params: incidentParameter,
  access: 'operator',
  summary: 'Add an update to an incident, or close it',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async ({ database, audit, web }: OperatorDependencies, call) => {
    const { req, res, person, params } = call;
    const id = params.incident;
    const values = await readForm(req);
    const { value, errors } = checkForm(incidentUpdate, values);
    if (errors) {
      const incident = await readIncident(database.incidents, id);
      return sendPage(res, incidentPage({ person, incident, values, errors }, web().build.ops), 422);
    }
    await updateByOperator({ database, audit }, byOperator(call), id, value);
    seeOther(res, `${toIncidentPath(id)}?done=incident-${value.closes ? 'closed' : 'updated'}`);
  },
});

export const incidentRoutes = [getIncidents, postIncident, getIncident, postUpdate];
