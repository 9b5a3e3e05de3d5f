import { expect } from 'chai';
import { storeTheme } from '../../../../../../api/web/try-on/app/store-theme.ts';

describe("Store's theme", () => {
  it('keeps the neutral accent of the tokens for a store without one', () => {
    expect(storeTheme({ accent: null, radius: 12 })).to.deep.equal({ '--radius': '12px' });
  });

  it('sets the accent of both themes', () => {
    const theme = storeTheme({ accent: '#b00020', radius: 0 });
    expect(theme).to.include({ '--accent-light-fill': '#b00020', '--accent-light-on-fill': '#ffffff' });
    expect(Object.keys(theme)).to.have.length(7);
  });
});
