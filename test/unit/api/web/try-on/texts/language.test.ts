import { expect } from 'chai';
import { chooseLanguage } from '../../../../../../api/web/try-on/texts/language.ts';

describe('Language of the application', () => {
  it('is the first wish that there is a catalogue for, whatever its region', () => {
    expect(chooseLanguage([null, 'sv', 'de-AT', 'fr'])).to.equal('de');
    expect(chooseLanguage(['FR_ca'])).to.equal('fr');
  });

  it('is English without such a wish', () => {
    expect(chooseLanguage(['', undefined, 'xx'])).to.equal('en');
  });
});
