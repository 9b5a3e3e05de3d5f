import type Joi from 'joi';
import { variables } from './variables.ts';

interface Described {
  flags?: { default?: unknown; description?: string; unit?: string; presence?: string };
}

function shownDefault(described: Described): string {
  if (described.flags?.presence === 'required') return 'required';
  const value = described.flags?.default;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'empty';
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``;
}

function row([name, rule]: [string, Joi.Schema]): string {
  const described = rule.describe() as Described;
  const unit = described.flags?.unit ?? '';
  return `| \`${name}\` | ${shownDefault(described)} | ${unit} | ${described.flags?.description} |`;
}

/** Returns the configuration table of docs/configuration.md, generated from the joi schema. */
export function configurationTable(): string {
  const rows = Object.entries(variables).map(row);
  return ['| Variable | Default | Unit | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}
