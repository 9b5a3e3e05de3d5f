import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { literal, php, python, typescript } from '../../../../../../api/docs/reference/samples/literal.ts';

const value = {
  text: 'a \'b\' "c" \\ \n $d {e} é 😀',
  'content-type': [true, false, null, -1.5],
  empty: [{}, []],
  long: ['x'.repeat(50), 'y'.repeat(50)],
};

describe('values in samples', () => {
  it('mean the same in TypeScript', () => {
    const evaluated = new Function(`return ${literal(value, typescript)}`)();
    expect(evaluated).to.deep.equal(value);
  });

  it('are on one line where they fit, else one line an entry', () => {
    expect(literal({ a: 1, 'b-c': ['d'] }, typescript)).to.equal("{ a: 1, 'b-c': ['d'] }");
    expect(literal({ a: null, b: true }, python)).to.equal('{ "a": None, "b": True }');
    expect(literal({ a: 1 }, php)).to.equal("['a' => 1]");
    expect(literal({ a: 'x'.repeat(80) }, typescript)).to.equal(`{\n  a: '${'x'.repeat(80)}',\n}`);
  });

  it('mean the same in Python', function () {
    const program = `import json\nprint(json.dumps(${literal(value, python)}))`;
    let printed: string;
    try {
      printed = execFileSync('python3', ['-c', program], { encoding: 'utf8' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.skip();
      throw error;
    }
    expect(JSON.parse(printed)).to.deep.equal(value);
  });
});
