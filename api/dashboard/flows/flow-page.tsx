import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { maxLookItems } from '../../../shared/try-on/contract.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { FormMistake } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors } from '../../http/form.ts';
import type { Person } from '../../identity/person.ts';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';
import { CodeBlock } from '../../web/design/components/code-block.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import type { FlowDraft } from './flow-draft.ts';
import { findFirstMistake } from './flow-errors.ts';
import { FlowStep } from './flow-step.tsx';
import { toFlowPath } from './flows-page.tsx';
import type { StepChoices } from './step-choices.ts';

export interface FlowPage {
  person: Person;
  store: StoreDoc;
  /** Id of the flow that is saved; absent: the flow is new. */
  saved?: string | undefined;
  draft: FlowDraft;
  choices: readonly StepChoices[];
  /** About steps of the saved flow that shoppers do not see. */
  warnings: readonly string[];
  errors?: FormErrors | undefined;
  /** Result of a button of the form. */
  said?: string | undefined;
  /** The draft differs from the saved flow. */
  isChanged: boolean;
  isPreviewed: boolean;
  done?: string | undefined;
}

/** `/dashboard/{store}/flows/edit`; of the fields with a mistake, a browser gives the first one the focus. */
export function flowPage(page: FlowPage, files: EntryFiles): string {
  const { person, store, saved, draft, warnings, done } = page;
  return dashboardPage(
    {
      path: toStorePath(store, 'flows'),
      title: saved === undefined ? 'Create flow' : draft.name || saved,
      person,
      store,
      done,
      above: (
        <p>
          <a href={toStorePath(store, 'flows')}>Flows</a>
        </p>
      ),
      children: (
        <>
          {warnings.length > 0 && (
            <Banner tone="warning">
              {warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
            </Banner>
          )}
          <FlowForm {...page} />
          {saved !== undefined && <Preview {...page} saved={saved} />}
          {saved !== undefined && (
            <RoomSection id="launcher" title="Open it from your shop">
              <CodeBlock
                language="html"
                label="Launcher"
                code={`<button type="button" data-service-launcher data-service-flow="${saved}">Try it on</button>`}
              />
            </RoomSection>
          )}
        </>
      ),
    },
    files,
  );
}

function FlowForm(page: FlowPage) {
  const { person, store, saved, draft, choices, errors = {}, said, isChanged } = page;
  const { steps } = draft;
  const focused = findFirstMistake(errors, steps.length);
  return (
    <form
      id="flow"
      class="page-form flow-form"
      method="post"
      action={toFlowPath(store, saved)}
      data-live-form
      data-changed={isChanged || undefined}
    >
      <input type="hidden" name="token" value={person.formToken} />
      {/* Sent by the Enter key: it shows what is found, and saves nothing. */}
      <button class="unseen" type="submit" name="do" value="search" tabIndex={-1} formNoValidate data-live>
        Search
      </button>
      <p class="unseen" role="status" data-said>
        {said}
      </p>
      <FormMistake
        text={
          Object.keys(errors).length > 0
            ? 'The flow is not saved: look at the fields marked below.'
            : undefined
        }
      />
      <FlowNames saved={saved} draft={draft} errors={errors} focused={focused} />
      <ol class="flow-steps" data-order="move-step">
        {steps.map((step, index) => (
          <FlowStep
            key={step.key}
            step={step}
            index={index}
            count={steps.length}
            choices={choices[index]!}
            errors={errors}
            focused={focused}
          />
        ))}
      </ol>
      {errors.steps && (
        <p class="field-error" id="steps-error">
          {errors.steps}
        </p>
      )}
      <Button
        id="add-step"
        type="submit"
        name="do"
        value="add-step"
        formNoValidate
        formAction={`${toFlowPath(store, saved)}#step-${Math.max(0, ...steps.map(({ key }) => key)) + 1}`}
        disabled={steps.length >= maxLookItems}
        data-live
      >
        Add step
      </Button>
      <div class="save-bar">
        <Button type="submit" name="do" value="save" kind="primary">
          Save flow
        </Button>
        <Button type="submit" name="do" value="preview">
          Save and preview
        </Button>
        <span class="soft save-note">Unsaved changes</span>
      </div>
    </form>
  );
}

function FlowNames({
  saved,
  draft,
  errors,
  focused,
}: Pick<FlowPage, 'saved' | 'draft'> & { errors: FormErrors; focused: string | undefined }) {
  return (
    <div class="flow-names">
      <TextField
        id="flow-name"
        label="Name"
        name="name"
        required
        maxLength={100}
        help="Shoppers read it."
        placeholder="Complete the outfit"
        value={draft.name}
        autofocus={focused === 'name'}
        {...(errors.name && { error: errors.name })}
      />
      {saved === undefined ? (
        <TextField
          id="flow-id"
          label="Id"
          name="id"
          code
          maxLength={64}
          spellcheck={false}
          help="Launchers, links and events have it; it stays. Empty: made of the name."
          value={draft.id}
          autofocus={focused === 'id'}
          {...(errors.id && { error: errors.id })}
        />
      ) : (
        <TextField id="flow-id" label="Id" code readOnly value={saved} help="Launchers and links have it." />
      )}
    </div>
  );
}

function Preview({ store, saved, isPreviewed }: FlowPage & { saved: string }) {
  const query = new URLSearchParams({ embed: '1', flow: saved, consent: 'denied' });
  return (
    <RoomSection
      id="preview"
      title="Preview"
      lead="The try-on with this flow as it is saved. Nothing of it is counted or forwarded; an image that you create in it costs one credit."
    >
      {isPreviewed ? (
        <iframe
          class="try-on-frame"
          title="The try-on with this flow"
          src={`/embed/${store.slug}?${query}`}
        />
      ) : (
        <p>
          <ButtonLink href={`${toFlowPath(store, saved)}&preview=1#preview`}>Show preview</ButtonLink>
        </p>
      )}
    </RoomSection>
  );
}
