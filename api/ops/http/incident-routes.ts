import { type IncidentDoc, serviceParts } from '../../../shared/incidents/incident-model.ts';
import { incidentUpdate, listIncidents, readIncident } from '../../../shared/incidents/incidents.ts';
import { defineRoute } from '../../http/route.ts';
import { byOperator } from '../../identity/audit-origin.ts';
import { json } from '../../openapi/operation.ts';
import {
  buildList,
  buildObject,
  moment,
  namedObject,
  openText,
  optional,
  text,
} from '../../openapi/schema.ts';
import { openByOperator, openingRule, updateByOperator } from '../incidents/incident-actions.ts';
import { type OperatorApiDependencies, operatorFacts } from './operator-call.ts';

type IncidentView = Omit<IncidentDoc, '_id'> & { id: string };

const toIncidentView = ({ _id: id, ...incident }: IncidentDoc): IncidentView => ({ id, ...incident });

const incidentSchema = namedObject<IncidentView>(
  'Incident',
  'A trouble of the service, as `/status` says it.',
  {
    id: text('Id of the incident.'),
    title: text('What is wrong.'),
    parts: buildList(openText('A part of the service.', Object.keys(serviceParts)), 'The affected parts.'),
    updates: buildList(
      buildObject<IncidentDoc['updates'][number]>('What was known.', {
        at: moment('When.'),
        text: text('The text.'),
      }),
      'The oldest first.',
    ),
    openedAt: moment('When it was opened.'),
    closedAt: optional(moment('When it was over; absent: it is open.')),
  },
);

const base = '/api/ops/incidents';

const getIncidents = defineRoute({
  ...operatorFacts,
  id: 'listIncidents',
  method: 'get',
  path: base,
  summary: 'List the incidents',
  responses: {
    200: {
      description: 'The incidents.',
      content: json(
        namedObject<{ incidents: IncidentView[] }>('IncidentList', 'The incidents.', {
          incidents: buildList(incidentSchema, 'At most 50, the newest first.'),
        }),
      ),
    },
  },
  handle: async ({ database }: OperatorApiDependencies) => ({
    incidents: (await listIncidents(database.incidents)).map(toIncidentView),
  }),
});

const postIncident = defineRoute({
  ...operatorFacts,
  id: 'reportIncident',
  method: 'post',
  path: base,
  summary: 'Open an incident',
  description: '`/status` shows it within a minute.',
  body: { name: 'IncidentOpening', schema: openingRule },
  responses: { 201: { description: 'The incident.', content: json(incidentSchema) } },
  handle: async (dependencies: OperatorApiDependencies, call) => {
    await openByOperator(dependencies, byOperator(call), call.body);
    return toIncidentView(await readIncident(dependencies.database.incidents, call.body.attempt));
  },
});

const postUpdate = defineRoute({
  ...operatorFacts,
  id: 'reportIncidentUpdate',
  method: 'post',
  path: `${base}/:incident/updates`,
  params: { incident: { description: 'Id of the incident.', schema: text('An id.') } },
  summary: 'Add an update to an incident, or close it',
  body: { name: 'IncidentUpdate', schema: incidentUpdate },
  responses: { 200: { description: 'The incident.', content: json(incidentSchema) } },
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: OperatorApiDependencies, call) => {
    const { incident } = call.params;
    await updateByOperator(dependencies, byOperator(call), incident, call.body);
    return toIncidentView(await readIncident(dependencies.database.incidents, incident));
  },
});

export const incidentApiRoutes = [getIncidents, postIncident, postUpdate];
