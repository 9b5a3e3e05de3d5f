import { expect } from 'chai';
import {
  descriptorNames,
  descriptorRules,
  type ProductDescriptor,
  pickDescriptor,
  promptPhrases,
} from '../../../../shared/renders/product-descriptor.ts';

const whole: Required<ProductDescriptor> = {
  title: 'Oak chair',
  category: 'chair',
  color: 'black',
  tags: ['oak'],
  dimensions: { width: 45, unit: 'cm' },
};

describe('pickDescriptor', () => {
  it('takes every declared field and nothing else', () => {
    expect(pickDescriptor({ ...whole, images: ['x'] } as typeof whole)).to.deep.equal(whole);
  });

  for (const name of descriptorNames) {
    it(`takes ${name} from the fallback only where the first has none`, () => {
      const { [name]: _left, ...rest } = whole;
      expect(pickDescriptor(rest, whole)).to.deep.equal(whole);
      const other = {
        title: 'x',
        category: 'x',
        color: 'x',
        tags: ['x'],
        dimensions: { unit: 'in' as const },
      };
      expect(pickDescriptor(whole, other)).to.deep.equal(whole);
    });
  }

  it('leaves out empty texts and empty tags, and always has a list of tags', () => {
    expect(pickDescriptor({ title: '', color: '' })).to.deep.equal({ tags: [] });
    expect(pickDescriptor({ tags: ['', 'oak', ''] })).to.deep.equal({ tags: ['oak'] });
    expect(pickDescriptor({ title: '', tags: [''] }, whole)).to.deep.equal(whole);
  });
});

describe('texts of a product', () => {
  const read = (name: 'title' | 'category' | 'color' | 'tags', value: unknown) => {
    const { value: checked, error } = descriptorRules[name].validate(value, { convert: false });
    expect(error, String(error)).to.equal(undefined);
    return checked;
  };

  it('lose the spaces and line breaks around them', () => {
    expect(read('title', ' \n Oak chair\t\u00a0')).to.equal('Oak chair');
    expect(read('tags', [' oak\n', '  ', null, ''])).to.deep.equal(['oak']);
  });

  it('are cut to the characters that are used, never inside of one', () => {
    expect(read('title', 'x'.repeat(501))).to.equal('x'.repeat(500));
    expect(read('title', '🪑'.repeat(501))).to.equal('🪑'.repeat(500));
    expect(read('category', `${'🪑'.repeat(200)}x`)).to.equal('🪑'.repeat(200));
    expect(read('color', `${'x'.repeat(199)} ${'y'.repeat(9)}`)).to.equal('x'.repeat(199));
  });

  it('are the first fifty of more tags', () => {
    const tags = Array.from({ length: 60 }, (_, at) => `tag ${at} ${'x'.repeat(300)}`);
    const used = read('tags', tags) as string[];
    expect(used).to.have.length(50);
    expect(used[49]).to.equal(tags[49]!.slice(0, 200));
  });

  it('are refused only where they are not texts', () => {
    for (const [name, value] of [
      ['title', 3],
      ['tags', 'oak'],
      ['tags', [3]],
    ] as const) {
      expect(descriptorRules[name].validate(value, { convert: false }).error).to.be.an('error');
    }
  });
});

describe('dimensions of a product', () => {
  const check = (value: unknown) => descriptorRules.dimensions.validate(value, { convert: false });

  for (const [written, read] of [
    [
      { width: 80, height: 45.5, depth: 30, unit: 'cm' },
      { width: 80, height: 45.5, depth: 30, unit: 'cm' },
    ],
    [
      { height: 31, unit: 'in' },
      { height: 31, unit: 'in' },
    ],
    [{ width: 200 }, { width: 200, unit: 'cm' }],
    [{ unit: 'in' }, undefined],
    [
      { width: null, height: 40, unit: null },
      { height: 40, unit: 'cm' },
    ],
    [{}, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(written)} as ${JSON.stringify(read) ?? 'absent'}`, () => {
      const { value, error } = check(written);
      expect(error).to.equal(undefined);
      expect(value).to.deep.equal(read);
    });
  }

  for (const [written, rule] of [
    [{ width: 0 }, 'number.positive'],
    [{ depth: -3 }, 'number.positive'],
    [{ height: 2000.5 }, 'number.max'],
    [{ height: Number.POSITIVE_INFINITY }, 'number.infinity'],
    [{ width: '80' }, 'number.base'],
    [{ width: 80, unit: 'mm' }, 'any.only'],
    [{ length: 80 }, 'object.unknown'],
    [[80, 45], 'object.base'],
  ] as const) {
    it(`refuses ${JSON.stringify(written)} by ${rule}`, () => {
      expect(check(written).error?.details[0]?.type).to.equal(rule);
    });
  }

  it('says in a prompt which side is how long', () => {
    const dimensions = { width: 80, height: 45.5, depth: 30, unit: 'in' as const };
    expect(promptPhrases({ tags: [], dimensions }, 'dimensions')).to.deep.equal([
      '80 in wide',
      '45.5 in high',
      '30 in deep',
    ]);
    expect(promptPhrases({ tags: [] }, 'dimensions')).to.deep.equal([]);
  });
});
