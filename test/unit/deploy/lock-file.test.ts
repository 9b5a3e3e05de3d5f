import { readFileSync } from 'node:fs';
import { expect } from 'chai';

interface Locked {
  version: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  libc?: string[];
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};

/**
 * Builds for other systems than the image's: the registry that the file was made with does not have them, so their
 * hashes are not known. All are optional, and their main packages work or stop clearly without them.
 */
const withoutHash = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64'].map((name) => `@biomejs/cli-${name}`),
  ...['linux-arm64-musl', 'linux-x64-musl', 'win32-arm64', 'win32-x64'].map((name) => `@biomejs/cli-${name}`),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm', 'win32-x64'].map(
    (name) => `@msgpackr-extract/msgpackr-extract-${name}`,
  ),
];

const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);

/** Finds a package as Node does: beside the one that needs it, else in a folder above. */
function isLocked(name: string, from: string): boolean {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in packages) return true;
  return from !== '' && isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

describe('package-lock.json', () => {
  it('has each optional dependency of its packages, without which npm ci refuses it', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, path)),
    );
    expect(missing).to.deep.equal([]);
  });

  it('names no registry, so that each installation uses its own', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).to.deep.equal([]);
  });

  it('has a SHA-512 of every package but those that are known to lack it', () => {
    const lacking = locked.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
    const names = lacking.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
    expect(names).to.have.members(withoutHash);
  });

  it('installs none of those in the image, which is linux on x64 or arm64 with glibc', () => {
    for (const name of withoutHash) {
      const { optional, os, libc } = packages[`node_modules/${name}`]!;
      expect(optional, name).to.equal(true);
      const ofImage = os!.includes('linux') && !libc?.includes('musl') && !name.endsWith('linux-arm');
      expect(ofImage, name).to.equal(false);
    }
  });

  it('has the licence of the LICENSE file', () => {
    const { license } = JSON.parse(readFileSync('package.json', 'utf8')) as { license: string };
    expect(readFileSync('LICENSE', 'utf8')).to.match(new RegExp(`^${license} License\\n`));
  });
});
