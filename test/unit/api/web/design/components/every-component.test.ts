import { expect } from 'chai';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Button } from '../../../../../../api/web/design/components/button.tsx';
import { Select, TextField } from '../../../../../../api/web/design/components/field.tsx';
import { Table } from '../../../../../../api/web/design/components/table.tsx';

describe('a field', () => {
  it('is tied to its label, its help and its error', () => {
    const html = renderToString(
      h(TextField, { id: 'url', label: 'URL', name: 'url', help: 'Public.', error: 'Enter <https>.' }),
    );
    expect(html).to.include('<label for="url"');
    expect(html).to.match(
      /<input[^>]* id="url"[^>]* aria-describedby="url-error url-help" aria-invalid="true"/,
    );
    expect(html)
      .to.match(/id="url-error">.*Enter &lt;https>\.<\/p>/)
      .and.include('id="url-help">Public.</p>');
  });

  it('describes nothing that is not there', () => {
    const html = renderToString(h(TextField, { id: 'url', label: 'URL' }));
    expect(html).not.to.match(/aria-|undefined/);
  });

  it('of a list shows what is chosen', () => {
    const options = ['live', 'test'].map((value) => ({ value, text: value }));
    const html = renderToString(h(Select, { id: 'mode', label: 'Mode', value: 'test', options }));
    expect(html)
      .to.match(/<option[^>]* selected[^>]*>test<\/option>/)
      .and.not.match(/selected[^>]*>live/);
  });
});

describe('a button that is busy', () => {
  it('keeps its name and says that it is busy', () => {
    const html = renderToString(h(Button, { busy: true, children: 'Create key' }));
    expect(html)
      .to.include('Create key')
      .and.match(/aria-busy="true" aria-disabled="true"/);
  });
});

describe('a table', () => {
  const columns = [
    { heading: 'Key', cell: ({ name }: { name: string }) => name },
    { heading: 'Renders', kind: 'number' as const, cell: () => 3 },
  ];

  it('names each row by its first cell, and escapes what is in it', () => {
    const html = renderToString(
      h(Table<{ name: string }>, { label: 'Keys', columns, rows: [{ name: '<a>' }] }),
    );
    expect(html).to.include('<th scope="row">&lt;a></th><td class="number">3</td>');
  });

  it('is a region of another name than the section that it is alone in', () => {
    const html = renderToString(
      h(Table<{ name: string }>, { label: 'Keys', columns, rows: [{ name: 'a' }] }),
    );
    expect(html).to.match(/<section[^>]* aria-label="Table: Keys"/);
  });

  it('says what is missing where it has no rows', () => {
    const html = renderToString(
      h(Table<{ name: string }>, { label: 'Keys', columns, rows: [], empty: 'No keys.' }),
    );
    expect(html).to.include('No keys.').and.not.include('<table');
  });

  it('sketches rows that are loading', () => {
    const html = renderToString(h(Table<{ name: string }>, { label: 'Keys', columns, rows: [], loading: 2 }));
    expect(html).to.include('aria-busy="true"');
    expect(html.match(/class="skeleton"/g)).to.have.lengthOf(4);
  });
});
