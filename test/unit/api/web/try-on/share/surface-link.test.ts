import { expect } from 'chai';
import { surfaceLink } from '../../../../../../api/web/try-on/share/surface-link.ts';

interface Sheet {
  share?: () => Promise<void>;
  canShare?: () => boolean;
}

const refusing = (name: string) => async () => {
  throw new DOMException('', name);
};

const rows: [what: string, sheet: Sheet, surfaced: string | null][] = [
  ['a share sheet that completes', { share: async () => undefined }, 'native'],
  ['a share sheet that is dismissed', { share: refusing('AbortError') }, null],
  ['a share sheet that fails', { share: refusing('NotAllowedError') }, 'copied'],
  [
    'a share sheet that does not take links',
    { share: async () => undefined, canShare: () => false },
    'copied',
  ],
  ['no share sheet', {}, 'copied'],
];

describe('Surfacing a link', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const copied: string[] = [];
  const browser = (sheet: Sheet) => ({
    ...sheet,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  const use = (value: object) =>
    Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
  beforeEach(() => void copied.splice(0));
  after(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });

  for (const [what, sheet, surfaced] of rows) {
    it(`is ${surfaced ?? 'nothing'} with ${what}`, async () => {
      use(browser(sheet));
      expect(await surfaceLink(Promise.resolve('https://demo.example/?share=x'), 'A look')).to.equal(
        surfaced,
      );
      expect(copied).to.deep.equal(surfaced === 'copied' ? ['https://demo.example/?share=x'] : []);
    });
  }
});
