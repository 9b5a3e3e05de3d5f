import { expect } from 'chai';
import { documentTitle } from '../../../../../../api/web/try-on/app/document-title.ts';
import { initialState } from '../../../../../../api/web/try-on/state/app-state.ts';
import { en } from '../../../../../../api/web/try-on/texts/en.ts';
import { aTryOn } from '../../../../../support/try-on/views.ts';

describe('Title of the tab', () => {
  it('names the screen and the store', () => {
    expect(documentTitle(initialState, en, 'Acme')).to.equal('Add your photo · Acme');
  });

  it('says when the picture is ready, also while other screens are shown', () => {
    const view = aTryOn({ state: 'succeeded' });
    const ready = { ...initialState, render: { status: 'followed', view } } as const;
    expect(documentTitle({ ...ready, screen: 'items' }, en, 'Acme')).to.equal('Ready: your look · Acme');
  });
});
