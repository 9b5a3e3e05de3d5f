import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { openApiDocument } from '../../../../api/openapi/document.ts';

describe('the OpenAPI document', () => {
  it('has no problem under the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(openApiDocument('https://api.example'));
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).to.deep.equal([]);
  });

  it('describes every property, parameter and header', () => {
    const undescribed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null || path.endsWith('/examples')) return;
      for (const [name, part] of Object.entries(value)) visit(part, `${path}/${name}`);
      if (!('properties' in value) || path.endsWith('/properties')) return;
      for (const [name, part] of Object.entries(value.properties as Record<string, object>)) {
        const isKnown = 'description' in part || '$ref' in part || 'const' in part || 'oneOf' in part;
        if (!isKnown) undescribed.push(`${path}/properties/${name}`);
      }
    };
    visit(openApiDocument('https://api.example'), '#');
    expect(undescribed).to.deep.equal([]);
  });
});
