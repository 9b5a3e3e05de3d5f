import { expect } from 'chai';
import { act } from '../../../../../api/dashboard/flows/flow-actions.ts';
import {
  type FlowDraft,
  newStep,
  readDraft,
  toInput,
} from '../../../../../api/dashboard/flows/flow-draft.ts';

const withNames = (...names: string[]): FlowDraft => ({
  ...{ id: 'outfit', name: 'Outfit' },
  steps: names.map((name, index) => ({ ...newStep([]), key: index + 1, name, products: ['1', '2', 'a:b'] })),
});
const names = ({ steps }: FlowDraft) => steps.map(({ name }) => name);
const press = (action: string) => act(withNames('Top', 'Shoes', 'Bag'), action).draft;

describe('the buttons of the editor of a flow', () => {
  const moved: [action: string, names: string[]][] = [
    ['move-step:2:0', ['Bag', 'Top', 'Shoes']],
    ['move-step:0:1', ['Shoes', 'Top', 'Bag']],
    ['remove-step:1', ['Top', 'Bag']],
    ['add-step', ['Top', 'Shoes', 'Bag', '']],
  ];
  for (const [action, expected] of moved)
    it(`change the steps: ${action}`, () => expect(names(press(action))).to.deep.equal(expected));

  const chosen: [action: string, products: string[]][] = [
    ['add:1:x:y', ['1', '2', 'a:b', 'x:y']],
    ['add:1:2', ['1', '2', 'a:b']],
    ['remove:1:0', ['2', 'a:b']],
    ['move:1:2:0', ['a:b', '1', '2']],
  ];
  for (const [action, expected] of chosen)
    it(`change the products of one step: ${action}`, () => {
      const { steps } = press(action);
      expect(steps[1]!.products).to.deep.equal(expected);
      expect(steps[0]!.products).to.deep.equal(['1', '2', 'a:b']);
    });

  for (const action of [
    '',
    'search',
    'move-step:0:-1',
    'move-step:9:0',
    'move:1:0:7',
    'constructor',
    'remove-step:9',
  ])
    it(`that a form does not have change nothing: “${action}”`, () =>
      expect(press(action)).to.deep.equal(withNames('Top', 'Shoes', 'Bag')));

  it('add no seventh step', () => {
    const full = withNames('1', '2', '3', '4', '5', '6');
    expect(act(full, 'add-step').draft).to.equal(full);
  });

  it('give a new step a key of its own', () => {
    const { steps } = act(act(withNames('Top', 'Shoes'), 'remove-step:0').draft, 'add-step').draft;
    expect(steps.map(({ key }) => key)).to.deep.equal([2, 3]);
  });
});

describe('the form of a flow', () => {
  it('makes the id of the name where none is given', () => {
    expect(toInput(readDraft({ name: ' Été: complete the outfit! ' })).id).to.equal(
      'ete-complete-the-outfit',
    );
    expect(toInput(readDraft({ name: 'Outfit', id: 'mine' })).id).to.equal('mine');
  });

  it('takes the source that is chosen, and no empty field for a number', () => {
    const values = {
      ...{ 'steps.0.key': '1', 'steps.0.from': 'tag', 'steps.0.tag': 'summer', 'steps.0.products': '1,2' },
      ...{ 'steps.0.minItems': '', 'steps.0.maxItems': '2' },
    };
    const [step] = toInput(readDraft(values)).steps;
    expect(step).to.deep.include({ source: { tag: 'summer' }, required: false, maxItems: 2 });
    expect(step!.minItems).to.be.NaN;
  });
});
