import type { SetupFacts } from '../../../shared/stores/setup-facts.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { CodeBlock } from '../../web/design/components/code-block.tsx';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import { type HostsProps, HostsSection } from './hosts-section.tsx';
import { countDone, SetupSteps } from './setup-steps.tsx';
import { buildSnippets } from './snippets.ts';

export interface SetupPage extends Omit<HostsProps, 'hosts' | 'token'> {
  person: Person;
  facts: SetupFacts;
  /** The origin of the script tag. */
  embedOrigin: string;
  done?: string | undefined;
}

/** `/dashboard/{store}/setup` */
export function setupPage(page: SetupPage, files: EntryFiles): string {
  const { person, store, facts, embedOrigin, done } = page;
  const { done: count, all } = countDone(facts);
  return dashboardPage(
    {
      path: toStorePath(store, 'setup'),
      title: 'Set-up',
      person,
      store,
      done,
      children: (
        <>
          <RoomSection
            id="steps"
            title={count === all ? 'Everything is set up' : `${count} of ${all} steps done`}
            lead="Each step is ticked by what the service has seen."
          >
            <SetupSteps facts={facts} toPath={(name) => toStorePath(store, name)} />
          </RoomSection>
          <HostsSection {...page} hosts={facts.hosts} token={person.formToken} />
          <RoomSection
            id="snippet"
            title="Script tag"
            lead={
              <>
                It opens the try-on over the pages of your shop. More in <a href="/docs/install">Install</a>.
              </>
            }
          >
            {buildSnippets(embedOrigin, store.slug).map(({ title, place, language, code }, index) => (
              <details key={title} open={index === 0}>
                <summary>{title}</summary>
                <div class="details-body">
                  <p class="soft">{place}</p>
                  <CodeBlock code={code} language={language} label={title} />
                </div>
              </details>
            ))}
          </RoomSection>
        </>
      ),
    },
    files,
  );
}
