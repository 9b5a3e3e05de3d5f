import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import type { Member } from '../../identity/person.ts';
import { developersPage } from '../developers-page.tsx';
import { RenderList } from '../render-list.tsx';

export interface PlaygroundPage {
  person: Member;
  baseUrl: string;
  /** The newest first, without those of shoppers. */
  renders: readonly RenderDoc[];
}

/** `/developers/playground`: renders with the API from this page (api/web/rooms/playground/). */
export const playgroundPage = ({ person, baseUrl, renders }: PlaygroundPage, files: EntryFiles): string =>
  developersPage(
    {
      path: '/developers/playground',
      title: 'Playground',
      person,
      children: (
        <>
          <div id="playground" data-base-url={baseUrl} data-token={person.formToken}>
            <noscript>
              <p>
                The playground calls the API from this page, which needs JavaScript. Without it, run the call
                on <a href="/developers#start">the overview</a> in a shell.
              </p>
            </noscript>
          </div>
          <RenderList
            title="Newest images"
            lead={
              renders.length === 0
                ? 'There is none yet.'
                : 'Of this account, from here and from your programs; images are kept for a limited time.'
            }
            renders={renders}
            action={({ _id }) => (
              // Shown by the script for the requests that this browser knows.
              <button type="button" class="button button-secondary" data-again={_id} hidden>
                Run again
              </button>
            )}
          />
        </>
      ),
    },
    files,
  );
