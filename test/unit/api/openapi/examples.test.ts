import { expect } from 'chai';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { partAt, step } from '../../../support/openapi/json-pointer.ts';
import { type SchemaChecks, sentChecks } from '../../../support/openapi/schemas.ts';
import { getEvents } from '../../../support/openapi/server-sent-events.ts';

const document = openApiDocument('https://api.example');

/** The pointers of every media type, in requests, responses and webhooks. */
function mediaTypes(value: unknown, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = `${pointer}/${step(name)}`;
    if (name !== 'content') return mediaTypes(part, at);
    return Object.keys(part as object).map((type) => `${at}/${step(type)}`);
  });
}

describe('the examples of the OpenAPI document', () => {
  const checks: SchemaChecks = sentChecks(document);
  const pointers = [
    ...mediaTypes(document.paths, '#/paths'),
    ...mediaTypes(document.webhooks, '#/webhooks'),
    ...mediaTypes(document.components.responses, '#/components/responses'),
  ];

  it('are what their schemas describe, and have no other fields', () => {
    let count = 0;
    const problems = pointers.flatMap((pointer) => {
      const { examples = {} } = partAt(document, pointer) as {
        examples?: Record<string, { value: unknown }>;
      };
      return Object.entries(examples).flatMap(([name, { value }]) => {
        count += 1;
        const isStream = pointer.endsWith(step('text/event-stream'));
        const schema = `${pointer}/schema${isStream ? '/contentSchema' : ''}`;
        const problem = checks.getProblem(schema, isStream ? getEvents(String(value)) : value);
        return problem ? [`${pointer} ${name}: ${problem}`] : [];
      });
    });
    expect(problems).to.deep.equal([]);
    expect(count).to.be.greaterThan(40);
  });
});
