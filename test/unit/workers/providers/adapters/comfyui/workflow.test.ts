import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError } from '../../../../../../shared/config/load.ts';
import {
  fillWorkflow,
  imageSlots,
  loadWorkflow,
} from '../../../../../../workers/providers/adapters/comfyui/workflow.ts';

const node = (kind: string, inputs: Record<string, unknown>) => ({ class_type: kind, inputs });

describe('workflow of ComfyUI', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
  const path = join(folder, 'workflow.json');
  after(() => rmSync(folder, { recursive: true }));
  const load = (content: unknown) => {
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return loadWorkflow(path);
  };

  it('comes along with one that takes the scene and two references', () => {
    expect(imageSlots(loadWorkflow(''))).to.equal(3);
  });

  it('may be replaced by a file', () => {
    const workflow = {
      a: node('LoadImage', { image: '{{image1}}' }),
      b: node('LoadImage', { image: '{{image2}}' }),
      c: node('Encode', {
        text: 'Edit: {{prompt}} ({{seed}})',
        seed: '{{seed}}',
        one: ['a', 0],
        two: ['b', 0],
      }),
    };
    const filled = fillWorkflow(load(workflow), { image1: 's.png', prompt: 'put {{image2}} in', seed: 7 });
    expect(filled).to.deep.equal({
      a: node('LoadImage', { image: 's.png' }),
      c: node('Encode', { text: 'Edit: put {{image2}} in (7)', seed: 7, one: ['a', 0] }),
    });
  });

  const wrong: [string, unknown, RegExp][] = [
    ['is not JSON', '{', /cannot be read/],
    ['is a list', [], /API format/],
    ['was saved in the other format', { nodes: [], links: [] }, /API format/],
    ['has no place for the scene', { a: node('X', { p: '{{prompt}}' }) }, /\{\{image1\}\}/],
    ['has no place for the prompt', { a: node('X', { i: '{{image1}} {{image2}}' }) }, /\{\{prompt\}\}/],
  ];
  for (const [title, content, message] of wrong) {
    it(`stops the start when it ${title}`, () => {
      expect(() => load(content)).to.throw(ConfigError, message);
    });
  }

  it('stops the start when there is no such file', () => {
    expect(() => loadWorkflow(join(folder, 'none.json'))).to.throw(ConfigError, /COMFYUI_WORKFLOW/);
  });
});
