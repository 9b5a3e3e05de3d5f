import type { EntryFiles } from '../assets/web-build.ts';
import type { Member } from '../identity/person.ts';
import { CodeBlock } from '../web/design/components/code-block.tsx';
import { developersPage, RoomSection } from './developers-page.tsx';

interface Overview {
  person: Member;
  urls: {
    /** Public origin of the API. */
    baseUrl: string;
    /** Page for callers without credits; this service's own unless it is set. */
    developersUrl: string;
  };
}

/** `/developers`: how to call the API, and how to top up. */
export const overviewPage = ({ person, urls }: Overview, files: EntryFiles): string =>
  developersPage(
    {
      path: '/developers',
      title: 'Overview',
      person,
      children: (
        <>
          <RoomSection id="keys" title="Keys">
            <p>
              Send a key with each request: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. A test key,{' '}
              <code>service_test_…</code>, renders with the local renderer and is not charged.
            </p>
          </RoomSection>
          <RoomSection id="credits" title="Credits" lead="One credit pays for one successful render.">
            <CodeBlock code={readBalance(urls.baseUrl)} language="sh" copies={false} />
          </RoomSection>
          <RoomSection id="top-up" title="Top up">
            <TopUp account={person.account.id} {...urls} />
          </RoomSection>
        </>
      ),
    },
    files,
  );

const readBalance = (baseUrl: string) => `curl ${baseUrl}/credits \\
  -H "Authorization: Bearer $API_KEY"`;

const grantCredits = (account: string) => `npm run admin -- credits grant \\
  --account ${account} --amount 100`;

function TopUp({ account, baseUrl, developersUrl }: Overview['urls'] & { account: string }) {
  if (developersUrl !== `${baseUrl}/developers`)
    return (
      <p>
        Buy credits at <a href={developersUrl}>{developersUrl}</a>.
      </p>
    );
  return (
    <>
      <p>
        The operator of this service adds credits; send them the id of your account and the number of renders.
        On the server:
      </p>
      <CodeBlock code={grantCredits(account)} language="sh" copies={false} />
    </>
  );
}
