import { maxLookItems } from '../../../shared/try-on/contract.ts';
import type { FormErrors } from '../../http/form.ts';
import { CheckField, Select, TextField } from '../../web/design/components/field.tsx';
import { Icon } from '../../web/design/components/icon.tsx';
import { CircleAlert, GripVertical } from '../../web/design/icons.ts';
import { DraftButton } from './draft-button.tsx';
import { type SourceKind, type StepDraft, sourceKinds, toField } from './flow-draft.ts';
import { ProductChoice } from './product-choice.tsx';
import type { StepChoices } from './step-choices.ts';

interface StepProps {
  step: StepDraft;
  index: number;
  /** Of the steps. */
  count: number;
  choices: StepChoices;
  errors: FormErrors;
  /** The field with the first mistake. */
  focused: string | undefined;
}

const sourceTexts: Record<SourceKind, string> = {
  products: 'Products that you choose',
  category: 'A category',
  tag: 'Products with a tag',
};

/** A step of a flow, with its fields and the buttons that move it. */
export function FlowStep(props: StepProps) {
  const { step, index, errors } = props;
  const { key } = step;
  const toProps = (name: 'name' | 'minItems' | 'maxItems') => {
    const error = errors[toField(index, name)];
    return {
      ...{ id: `step-${key}-${name}`, name: toField(index, name), value: step[name] },
      ...(error && { error }),
      autofocus: toField(index, name) === props.focused,
    };
  };
  return (
    <li class="card flow-step" id={`step-${key}`}>
      <StepHead {...props} />
      <input type="hidden" name={toField(index, 'key')} value={key} />
      <TextField {...toProps('name')} label="Name" required maxLength={60} placeholder="Shoes" />
      <StepSource {...props} />
      <div class="flow-numbers">
        {(['minItems', 'maxItems'] as const).map((name) => (
          <TextField
            key={name}
            {...toProps(name)}
            label={name === 'minItems' ? 'Minimum' : 'Maximum'}
            type="number"
            min={1}
            max={maxLookItems}
            required
            suffix="items"
          />
        ))}
      </div>
      <CheckField
        label="Shoppers have to choose here; without it, they may skip the step"
        name={toField(index, 'isRequired')}
        value="on"
        checked={step.isRequired}
      />
    </li>
  );
}

function StepHead({ step: { key }, index, count }: StepProps) {
  const toButton = (label: string, value: string, name: string, disabled = false) => (
    <DraftButton
      {...{ id: `step-${key}-${name}`, value, disabled }}
      label={`${label} step ${index + 1}`}
      next={`step-${key}-head`}
    >
      {label}
    </DraftButton>
  );
  return (
    <div class="flow-step-head">
      <span class="drag-handle" draggable={true} aria-hidden="true" title="Drag to another place">
        <Icon icon={GripVertical} size={16} />
      </span>
      <h2 id={`step-${key}-head`} tabIndex={-1}>
        Step {index + 1}
      </h2>
      {toButton('Move up', `move-step:${index}:${index - 1}`, 'up', index === 0)}
      {toButton('Move down', `move-step:${index}:${index + 1}`, 'down', index === count - 1)}
      {toButton('Remove', `remove-step:${index}`, 'remove', count === 1)}
    </div>
  );
}

function StepSource(props: StepProps) {
  const { step, index, errors, focused } = props;
  const name = toField(index, 'from');
  const error = errors[name];
  const errorId = `step-${step.key}-from-error`;
  return (
    <fieldset class="checks flow-source" {...(error && { 'aria-describedby': errorId })}>
      <legend>Items</legend>
      {sourceKinds.map((kind) => (
        <label key={kind} class="check">
          <input
            type="radio"
            name={name}
            value={kind}
            checked={step.from === kind}
            autofocus={name === focused && step.from === kind}
          />
          <span>{sourceTexts[kind]}</span>
        </label>
      ))}
      {error && (
        <p class="field-error" id={errorId}>
          <Icon icon={CircleAlert} size={16} />
          {error}
        </p>
      )}
      <SourceFields {...props} />
    </fieldset>
  );
}

/** The fields of each source, of which style rules show the one that is chosen. */
function SourceFields({ step, index, choices }: StepProps) {
  const { key, category, tag } = step;
  const known = choices.categories.map(({ path, count }) => ({
    value: path,
    text: `${path.replaceAll('>', ' › ')} (${count})`,
  }));
  const isKnown = category === '' || known.some(({ value }) => value === category);
  const none = { value: '', text: 'Choose a category' };
  return (
    <>
      <div class="source-products">
        <ProductChoice step={step} index={index} choices={choices} />
      </div>
      <div class="source-category">
        <Select
          id={`step-${key}-category`}
          label="Category"
          name={toField(index, 'category')}
          value={category}
          options={[none, ...known, ...(isKnown ? [] : [{ value: category, text: category }])]}
          help="With those below it."
        />
      </div>
      <div class="source-tag">
        <TextField
          id={`step-${key}-tag`}
          label="Tag"
          name={toField(index, 'tag')}
          value={tag}
          maxLength={100}
          help="As the products of the catalog have it; case makes no difference."
        />
      </div>
    </>
  );
}
