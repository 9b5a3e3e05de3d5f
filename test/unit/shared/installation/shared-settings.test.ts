import { expect } from 'chai';
import type { SharedSettings } from '../../../../shared/installation/installation-model.ts';
import { disagreement } from '../../../../shared/installation/shared-settings.ts';

const saved: SharedSettings = {
  secretsKeys: ['new', 'old'],
  renderProviders: 'cog,local',
  dedicatedProviders: 'cog',
  queuePrefix: 'render',
};

describe('disagreement', () => {
  const rows: [title: string, change: Partial<SharedSettings>, whileOthersRun: RegExp, alone: RegExp][] = [
    ['of equal settings: none', {}, /^$/, /^$/],
    ['of another key', { secretsKeys: ['other'] }, /^SECRETS_KEY /, /^SECRETS_KEY /],
    ['of a key in the middle of a rotation: none', { secretsKeys: ['old'] }, /^$/, /^$/],
    [
      'of other providers',
      { renderProviders: 'local' },
      /^RENDER_PROVIDERS is "local", but "cog,local"/,
      /^$/,
    ],
    ['of other dedicated providers', { dedicatedProviders: '' }, /^DEDICATED_PROVIDERS /, /^$/],
    ['of another queue prefix', { queuePrefix: 'staging' }, /^QUEUE_PREFIX is "staging"/, /^$/],
  ];
  for (const [title, change, whileOthersRun, alone] of rows) {
    it(title, () => {
      expect(disagreement(saved, { ...saved, ...change }, true) ?? '').to.match(whileOthersRun);
      expect(disagreement(saved, { ...saved, ...change }, false) ?? '').to.match(alone);
    });
  }
});
