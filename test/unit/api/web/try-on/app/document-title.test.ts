import { expect } from 'chai';
import { documentTitle } from '../../../../../../api/web/try-on/app/document-title.ts';
import { initialState } from '../../../../../../api/web/try-on/state/app-state.ts';
import { completeTexts, loadTexts } from '../../../../../../api/web/try-on/texts/texts.ts';
import { aTryOn } from '../../../../../support/try-on/views.ts';

describe('Title of the tab', () => {
  it('names the screen and the store', async () => {
    expect(documentTitle(initialState, await loadTexts('en'), 'Acme')).to.equal('Add your photo · Acme');
  });

  it('says when the picture is ready, also while other screens are shown', async () => {
    const texts = await completeTexts(await loadTexts('en'), 'en');
    const view = aTryOn({ state: 'succeeded' });
    const ready = { ...initialState, render: { status: 'followed', view } } as const;
    expect(documentTitle({ ...ready, screen: 'items' }, texts, 'Acme')).to.equal('Ready: your look · Acme');
  });

  it('is the store alone while the texts of a later screen are on their way', async () => {
    const later = { ...initialState, screen: 'shared' } as const;
    expect(documentTitle(later, await loadTexts('en'), 'Acme')).to.equal('Acme');
  });
});
