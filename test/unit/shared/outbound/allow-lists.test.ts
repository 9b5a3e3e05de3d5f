import { expect } from 'chai';
import { loadConfig } from '../../../../shared/config/load.ts';
import { callerAllowList, providerAllowList } from '../../../../shared/outbound/allow-lists.ts';
import { createUrlRules } from '../../../../shared/outbound/check-url.ts';
import { isPublicAddress } from '../../../../shared/outbound/public-address.ts';

const getConfig = (env: Record<string, string>) =>
  loadConfig({ MONGODB_URI: 'mongodb://127.0.0.1/render', REDIS_URL: 'redis://127.0.0.1', ...env });

function passes(allow: string[], url: string): boolean {
  try {
    createUrlRules({ allow }, isPublicAddress).check(url);
    return true;
  } catch {
    return false;
  }
}

describe('the allow lists', () => {
  const image = 'http://images.internal:8080/chair.jpg';
  const rows: [title: string, env: Record<string, string>, url: string][] = [
    ['a ComfyUI', { COMFYUI_URL: 'http://127.0.0.1:8188' }, 'http://127.0.0.1:8188/view?filename=a.png'],
    ['a Cog container', { COG_URL: 'http://gpu:5000/' }, 'http://gpu:5000/predictions'],
    [
      'a private gateway to a vendor',
      { OPENAI_URL: 'https://10.0.0.7:8443/v1' },
      'https://10.0.0.7:8443/v1/x',
    ],
  ];
  for (const [title, env, url] of rows) {
    it(`let providers reach ${title} without OUTBOUND_ALLOW, and callers not even with it`, () => {
      const allowed = { ...env, OUTBOUND_ALLOW: `${new URL(url).host},images.internal:8080` };
      expect(passes(providerAllowList(getConfig(env)), url)).to.equal(true);
      expect(passes(callerAllowList(getConfig(allowed)), url)).to.equal(false);
      expect(passes(callerAllowList(getConfig(allowed)), image)).to.equal(true);
    });
  }

  const ownNames = [
    ...['127.1', '0x7f.1', 'LOCALHOST', 'comfy.localhost', '[::1]', '127.0.0.2', '0.0.0.0', '0', '[::]'],
    ...['[::ffff:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:1]', '[::ffff:0.0.0.0]'],
  ].map((host) => `${host}:8188`);
  for (const entry of ownNames) {
    it(`compare normalised: ${entry} is a name of the provider's own host`, () => {
      const config = getConfig({ COMFYUI_URL: 'http://127.0.0.1:8188', OUTBOUND_ALLOW: entry });
      expect(callerAllowList(config)).to.deep.equal([]);
    });
  }

  it('compare an address with the same one written as IPv6', () => {
    const config = getConfig({ COG_URL: 'http://10.0.0.7:5000', OUTBOUND_ALLOW: '[::ffff:10.0.0.7]:5000' });
    expect(callerAllowList(config)).to.deep.equal([]);
  });

  it('are empty for callers by default', () => {
    expect(callerAllowList(getConfig({ COG_URL: 'http://gpu:5000' }))).to.deep.equal([]);
  });

  it('keep another port of a provider host, which an operator allows for callers', () => {
    const config = getConfig({ COG_URL: 'http://127.0.0.1:5000', OUTBOUND_ALLOW: '127.0.0.1:5001' });
    expect(callerAllowList(config)).to.deep.equal(['127.0.0.1:5001']);
  });

  it('do not let a key go to a public host over plain http', () => {
    const config = getConfig({ GEMINI_URL: 'http://gateway.example.com' });
    expect(passes(providerAllowList(config), 'http://gateway.example.com/v1')).to.equal(false);
  });
});
