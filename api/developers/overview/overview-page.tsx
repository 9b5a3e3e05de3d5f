import type { ApiKeyDoc } from '../../../shared/keys/key-model.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import type { CreditsView } from '../../credits/read-credits.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { Member } from '../../identity/person.ts';
import { Button } from '../../web/design/components/button.tsx';
import { Facts } from '../../web/design/components/card.tsx';
import { CodeBlock } from '../../web/design/components/code-block.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { developersPage } from '../developers-page.tsx';
import { KeyShown } from '../keys/key-shown.tsx';
import { RenderList } from '../render-list.tsx';
import type { ShownSecret } from '../shown-once.ts';
import { toFirstCall } from './first-call.ts';

export interface OverviewPage {
  person: Member;
  baseUrl: string;
  credits: CreditsView;
  keys: readonly ApiKeyDoc[];
  /** The newest first, without those of shoppers. */
  renders: readonly RenderDoc[];
  shown?: ShownSecret | undefined;
  done?: string | undefined;
  /** Of this opening of the page. */
  attempt: string;
}

/** `/developers`: from a key to the first image on one page. */
export const overviewPage = (page: OverviewPage, files: EntryFiles): string => {
  const { person, done, credits } = page;
  return developersPage(
    {
      path: '/developers',
      title: 'Overview',
      person,
      done,
      children: (
        <>
          <FirstCall {...page} />
          <Images {...page} />
          <RoomSection id="account" title="Account">
            <Facts
              facts={[
                ['Account id', <code>{person.account.id}</code>],
                [
                  'Credits',
                  <>
                    {formatCount(credits.available)} available,{' '}
                    <a href="/developers/credits#top-up">top up</a>
                  </>,
                ],
                ['API', <code>{page.baseUrl}</code>],
                ['Documentation', <a href="/docs/quick-start">Quick start</a>],
              ]}
            />
          </RoomSection>
        </>
      ),
    },
    files,
  );
};

function FirstCall({ shown, keys, baseUrl, person, attempt }: OverviewPage) {
  if (shown) return <KeyShown shown={shown} baseUrl={baseUrl} />;
  if (keys.length === 0)
    return (
      <RoomSection
        id="start"
        title="Create a test key"
        lead="It renders with the built-in renderer and costs nothing. The call that follows runs as it is."
      >
        <PageForm
          action="/developers/keys"
          token={person.formToken}
          hidden={{ name: 'First key', mode: 'test', back: 'overview', attempt }}
        >
          <Button type="submit" kind="primary">
            Create test key
          </Button>
        </PageForm>
      </RoomSection>
    );
  return (
    <RoomSection
      id="start"
      title="Call the API"
      lead={
        <>
          Set <code>API_KEY</code> to one of your <a href="/developers/keys">keys</a>; a test key costs
          nothing.
        </>
      }
    >
      <CodeBlock
        code={toFirstCall(baseUrl, '$API_KEY')}
        language="sh"
        label="A call that renders the sample"
      />
    </RoomSection>
  );
}

const Images = ({ renders, person, attempt }: OverviewPage) => (
  <RenderList
    title={renders.length === 0 ? 'Your first image' : 'Newest images'}
    lead={
      renders.length === 0
        ? 'Run the call above and it is here; or render the sample of the documentation without a call, free of charge.'
        : 'Of your calls and of the sample; images are kept for a limited time.'
    }
    renders={renders}
  >
    {(isOpen) => (
      <>
        <PageForm action="/developers/sample" token={person.formToken} hidden={{ attempt }}>
          <Button type="submit">Render the sample</Button>
        </PageForm>
        {isOpen && (
          <noscript>
            <p>
              <a href="/developers#renders">Show the newest state</a>
            </p>
          </noscript>
        )}
      </>
    )}
  </RenderList>
);
