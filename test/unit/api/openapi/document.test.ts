import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import type { Schema } from '../../../../api/openapi/schema.ts';

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

  it('uses no words that generators of clients misunderstand', () => {
    const misunderstood: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null || /\/(examples|properties\/default)$/.test(path))
        return;
      const { type, default: usual, contentMediaType } = value as Schema;
      if (Array.isArray(type) && type.filter((name) => name !== 'null').length > 1)
        misunderstood.push(`${path}: several types`);
      if (usual !== undefined) misunderstood.push(`${path}: a default`);
      if (contentMediaType?.startsWith('image/')) misunderstood.push(`${path}: a text of a media type`);
      for (const [name, part] of Object.entries(value)) visit(part, `${path}/${name}`);
    };
    visit(openApiDocument('https://api.example'), '#');
    expect(misunderstood).to.deep.equal([]);
  });

  it('closes the values of what it sends only where the specification does', () => {
    const { paths, components } = openApiDocument('https://api.example');
    const sent = Object.values(paths).flatMap((path) =>
      Object.entries(path).map(([, operation]) => ('responses' in operation ? operation.responses : {})),
    );
    const closed = new Set<string>();
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null || path.endsWith('/examples')) return;
      const { enum: values, $ref } = value as Schema;
      if (values && values.length > 1) closed.add(path);
      const name = $ref?.startsWith('#/components/schemas/') && $ref.split('/').at(-1);
      if (name && !path.includes(`/${name}/`)) visit(components.schemas[name], `${path}/${name}`);
      for (const [key, part] of Object.entries(value)) visit(part, `${path}/${key}`);
    };
    visit(sent, '');
    visit(components.responses, '');
    const fields = new Set([...closed].map((path) => path.split('/').at(-1)));
    // `kind` of a photo repeats what the page has sent.
    expect([...fields], 'use openText for others').to.have.members(['fidelity', 'kind']);
  });

  it('has names that differ in more than their case', () => {
    const { components } = openApiDocument('https://api.example');
    const names = Object.keys(components.schemas).map((name) => name.toLowerCase());
    expect(new Set(names).size).to.equal(names.length);
  });

  it('describes pictures as bytes', () => {
    const { paths } = openApiDocument('https://api.example');
    const image = paths['/visualize/{id}/image']!.get!.responses[200]!.content!['image/png']!;
    expect(image.schema).to.include({ type: 'string', format: 'binary' });
  });
});
