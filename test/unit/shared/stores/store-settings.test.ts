import { expect } from 'chai';
import {
  defaultSettings,
  getSettings,
  settingsPaths,
  storeView,
} from '../../../../shared/stores/store-settings.ts';

describe('the settings of a store', () => {
  it('are the defaults for a document that has none of them', () => {
    expect(getSettings({ settings: {} })).to.deep.equal(defaultSettings);
  });

  it('complete a document that has some, cap by cap', () => {
    const settings = getSettings({ settings: { sharingEnabled: false, radius: 0, caps: { perStore: 7 } } });
    expect(settings).to.deep.equal({
      ...defaultSettings,
      sharingEnabled: false,
      radius: 0,
      caps: { ...defaultSettings.caps, perStore: 7 },
    });
  });

  it('are changed path by path, so that a change of one cap leaves the others', () => {
    expect(settingsPaths({ accent: null, caps: { perVisitor: 3 } })).to.deep.equal({
      'settings.accent': null,
      'settings.caps.perVisitor': 3,
    });
  });

  it('reach the page without caps, and with the logo as a path of our own origin', () => {
    const logo = {
      ...{ blob: 'stores/store_1/logo/ab12.webp', mime: 'image/webp' as const },
      ...{ width: 360, height: 120, bytes: 10 },
    };
    const view = storeView({
      slug: 'acme',
      name: 'Acme',
      hosts: ['shop.example'],
      settings: { logo, photoHours: 2 },
    });
    expect(view).to.deep.equal({
      ...{
        slug: 'acme',
        name: 'Acme',
        storefrontUrl: 'https://shop.example',
        checkout: null,
        logo: '/api/try-on/acme/logo/ab12.webp',
      },
      ...{
        accent: null,
        radius: 8,
        language: null,
        sharingEnabled: true,
        photoHours: 2,
        consentRequired: false,
      },
    });
  });
});
