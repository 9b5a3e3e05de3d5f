import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { storePageHeaders } from '../../../api/try-on-pages/page-headers.ts';

describe('docs/install.md', () => {
  it('shows the policy of the pages', () => {
    const headers = new Map<string, string>();
    const response = {
      set: () => undefined,
      setHeader: (name: string, value: string) => headers.set(name, value),
      removeHeader: () => undefined,
    };
    storePageHeaders('{nonce}', [])({} as Request, response as unknown as Response, () => undefined);
    const [policy] = /default-src[^`]*/.exec(readFileSync('docs/install.md', 'utf8')) ?? [];
    const directives = (text = '') => text.split(';').map((directive) => directive.trim());
    expect(directives(policy)).to.deep.equal(directives(headers.get('Content-Security-Policy')));
  });
});
