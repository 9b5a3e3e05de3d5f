import type { Command } from 'commander';
import type Joi from 'joi';
import { serviceParts } from '../../shared/incidents/incident-model.ts';
import {
  incidentOpening,
  incidentUpdate,
  listIncidents,
  newIncidentId,
  openIncident,
  updateIncident,
} from '../../shared/incidents/incidents.ts';
import { validate } from '../../shared/validation/validate.ts';
import { withDatabase } from './backends.ts';
import { formatTable, print, withJson } from './output.ts';

interface OpenOptions {
  title: string;
  parts: string;
  text: string;
  json?: boolean;
}

interface UpdateOptions {
  text: string;
  json?: boolean;
}

/** `incident list`, `incident open`, `incident update`, `incident close` */
export function incidentCommands(program: Command): void {
  const incident = program.command('incident').description('Incidents, as /status shows them');
  withJson(incident.command('list').description('the newest first')).action(list);
  withJson(incident.command('open').description('tell people about a trouble'))
    .requiredOption('--title <text>', 'what is wrong, in a few words')
    .requiredOption('--parts <parts>', `what is affected, by commas: ${Object.keys(serviceParts).join(', ')}`)
    .requiredOption('--text <text>', 'the first update')
    .action(open);
  for (const closes of [false, true])
    withJson(
      incident
        .command(`${closes ? 'close' : 'update'} <incident>`)
        .description(closes ? 'add the last update: it is over' : 'add what is known now'),
    )
      .requiredOption('--text <text>', 'the update')
      .action((id: string, options: UpdateOptions) => update(id, options, closes));
}

async function list(options: { json?: boolean }): Promise<void> {
  const incidents = await withDatabase((database) => listIncidents(database.incidents));
  print(options, { incidents }, () =>
    formatTable(
      ['INCIDENT', 'OPENED', 'CLOSED', 'PARTS', 'TITLE'],
      incidents.map(({ _id, openedAt, closedAt, parts, title }) => [
        ...[_id, openedAt.toISOString(), closedAt?.toISOString() ?? '-'],
        ...[parts.join(','), title],
      ]),
    ),
  );
}

async function open({ json, parts, ...given }: OpenOptions): Promise<void> {
  const opening = validate(incidentOpening as Joi.ObjectSchema, {
    ...given,
    parts: parts.split(',').map((part) => part.trim()),
  });
  const id = newIncidentId();
  await withDatabase((database) => openIncident(database.incidents, opening, { id }));
  print({ ...(json && { json }) }, { incident: id }, () => `Incident ${id} is open: /status shows it.`);
}

async function update(id: string, { json, text }: UpdateOptions, closes: boolean): Promise<void> {
  const value = validate(incidentUpdate, { text, closes });
  await withDatabase((database) => updateIncident(database.incidents, id, value));
  print({ ...(json && { json }) }, { incident: id, closed: closes }, () =>
    closes ? `Incident ${id} is closed.` : `Incident ${id} has the update.`,
  );
}
