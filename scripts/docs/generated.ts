import { openApiDocument } from '../../api/openapi/document.ts';
import { configurationTable } from '../../shared/config/document.ts';
import { type TransitionRule, transitions } from '../../shared/renders/states.ts';
import { clientTypes } from './client-types.ts';
import { eventTable, failureTable } from './event-table.ts';
import { buildPythonTypes } from './python-types.ts';
import { simulationTable } from './simulation-table.ts';

export interface GeneratedDoc {
  file: string;
  /** The whole file, from the text around the generated part. */
  render(before: string): string | Promise<string>;
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. @throws Error when the marks are missing. */
function replaceBetween(text: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`the marks ${open} and ${close} are missing`);
  return `${text.slice(0, from + open.length)}\n${content}\n${text.slice(to)}`;
}

/** Returns the state machine as a Mermaid diagram, one arrow a transition. */
function stateDiagram(): string {
  const rules: [string, TransitionRule][] = Object.entries(transitions);
  const arrows = rules.flatMap(([name, rule]) =>
    rule.from.map((from) => `  ${from} --> ${rule.to}: ${name}`),
  );
  return ['```mermaid', 'stateDiagram-v2', '  [*] --> new', ...arrows, '```'].join('\n');
}

function transitionTable(): string {
  const rules: [string, TransitionRule][] = Object.entries(transitions);
  const rows = rules.map(
    ([name, { from, to, guard, by, hold }]) =>
      `| \`${name}\` | ${from.join(', ')} | ${to} | ${guard} | ${by} | ${hold} |`,
  );
  return ['| Transition | From | To | Guard | Made by | Hold |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** In place of the deployment's own, which `GET /openapi.json` has. */
const exampleServer = 'https://api.example';

export const generatedDocs: readonly GeneratedDoc[] = [
  {
    file: 'docs/configuration.md',
    render: (before) => replaceBetween(before, 'variables', configurationTable()),
  },
  {
    file: 'docs/events.md',
    render: (before) =>
      replaceBetween(replaceBetween(before, 'events', eventTable()), 'try-on-failures', failureTable()),
  },
  {
    file: 'docs/guides/testing.md',
    render: (before) => replaceBetween(before, 'simulations', simulationTable()),
  },
  { file: 'docs/openapi.json', render: () => `${JSON.stringify(openApiDocument(exampleServer), null, 2)}\n` },
  {
    file: 'docs/architecture.md',
    render: (before) =>
      replaceBetween(replaceBetween(before, 'diagram', stateDiagram()), 'transitions', transitionTable()),
  },
  { file: 'shared/client/types.ts', render: () => clientTypes(openApiDocument(exampleServer)) },
  {
    file: 'shared/client-python/src/render_platform/types.py',
    render: () => buildPythonTypes(openApiDocument(exampleServer)),
  },
];
