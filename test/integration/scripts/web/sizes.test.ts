import { expect } from 'chai';
import { readWebBuild, webBuildFolder } from '../../../../api/assets/web-build.ts';
import { measureSizes, type Sizes } from '../../../../scripts/web/sizes.ts';

describe('the bytes that a browser loads', () => {
  let sizes: Sizes;
  before(async () => {
    sizes = await measureSizes(webBuildFolder, readWebBuild());
  });

  it('are at most 30 kB of JavaScript to the first paint of the try-on', () => {
    expect(sizes.script).to.be.within(1, 30_000);
  });

  it('are at most 12 kB of CSS to the first paint of the try-on', () => {
    expect(sizes.style).to.be.within(1, 12_000);
  });

  it('are at most 15 kB of JavaScript and 12 kB of CSS on a page of the tools', () => {
    expect(sizes.tool.script).to.be.within(1, 15_000);
    expect(sizes.tool.style).to.be.within(1, 12_000);
  });

  it('are at most 5 kB of loader on a merchant’s page', () => {
    expect(sizes.loader).to.be.within(1, 5_000);
  });
});
