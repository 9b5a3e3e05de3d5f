import type { AccountLimits } from '../../../shared/accounts/account-model.ts';
import type { UnchargedStarts } from '../../../shared/credits/daily-starts.ts';
import type { DeletedImages } from '../../../shared/renders/delete-account-images.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { Member } from '../../identity/person.ts';
import { Button } from '../../web/design/components/button.tsx';
import { Facts } from '../../web/design/components/card.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { developersPage } from '../developers-page.tsx';
import { OperatorAddress } from '../operator-address.tsx';
import type { Load, PortalLimits } from '../portal-dependencies.ts';
import type { UsedLimit } from './used-limits.ts';

export interface LimitsPage {
  person: Member;
  own: AccountLimits;
  limits: PortalLimits;
  starts: UnchargedStarts;
  load: Load;
  used: readonly UsedLimit[];
  /** By the form before. */
  deleted?: DeletedImages | undefined;
}

/** `/developers/limits` */
export const limitsPage = (page: LimitsPage, files: EntryFiles): string => {
  const { person, own, limits, starts } = page;
  const { waiting, usualSeconds } = page.load;
  return developersPage(
    {
      path: '/developers/limits',
      title: 'Limits and data',
      person,
      done: page.deleted && toDeletedText(page.deleted),
      children: (
        <>
          <RoomSection
            id="limits"
            title="Limits"
            lead={
              <>
                For more, write to{' '}
                <OperatorAddress
                  email={limits.SUPPORT_EMAIL}
                  account={person.account.id}
                  subject="Larger limits"
                />{' '}
                with the id of your account, <code>{person.account.id}</code>, and what you need.
              </>
            }
          >
            <Facts
              facts={[
                ['Renders a minute', `${own.perMinute ?? limits.RATE_LIMIT_PER_MINUTE} with each key`],
                ['Renders at once', `${own.concurrent ?? limits.RATE_LIMIT_CONCURRENT} with each key`],
                [
                  'Uncharged starts today',
                  `${starts.used} of ${starts.limit}: renders that were cancelled after a provider had begun`,
                ],
              ]}
            />
          </RoomSection>
          <RoomSection id="now" title="Now">
            <Facts
              facts={[
                ['Waiting renders', `${waiting}, of all accounts`],
                ['Usual duration', usualSeconds === undefined ? 'not known yet' : `${usualSeconds} s`],
                ['Deadline', `${limits.RENDER_DEADLINE_SECONDS} s; a render that takes longer costs nothing`],
              ]}
            />
            {page.used.length > 0 && <Table label="Used now" columns={usedColumns} rows={page.used} />}
          </RoomSection>
          <RoomSection
            id="data"
            title="Data"
            lead="What this service keeps of your renders, and for how long."
          >
            <Facts
              facts={[
                ['Images of requests', `${limits.RETAIN_INPUT_HOURS} h after the render has ended`],
                [
                  'Rendered images',
                  `${limits.RETAIN_OUTPUT_HOURS} h; DELETE /visualize/{id} deletes them at once`,
                ],
                ['Records of renders', `${limits.RETAIN_RENDER_DAYS} days`],
                ['Requests', `${limits.REQUEST_LOG_DAYS} days, without bodies`],
                ['Ledger', 'for as long as the account exists'],
              ]}
            />
          </RoomSection>
          <RoomSection
            id="delete"
            title="Delete all images"
            lead="Those of all ended renders and of all uploaded files, live and test. Records and the ledger stay."
          >
            <details>
              <summary>Delete all images</summary>
              <PageForm action="/developers/limits/delete-images" token={person.formToken}>
                <p class="soft">
                  No image of {person.account.name} can be read from then on. This cannot be undone.
                </p>
                <Button type="submit" kind="danger">
                  Delete all images
                </Button>
              </PageForm>
            </details>
          </RoomSection>
        </>
      ),
    },
    files,
  );
};

const usedColumns: readonly Column<UsedLimit>[] = [
  { heading: 'Key', cell: ({ name }) => name },
  { heading: 'Mode', cell: ({ mode }) => mode },
  {
    heading: 'Renders this minute',
    cell: ({ thisMinute, perMinute }) => `${thisMinute} of ${perMinute}`,
    kind: 'number',
  },
  {
    heading: 'At once',
    cell: ({ atOnce, concurrent }) => `${atOnce} of ${concurrent}`,
    kind: 'number',
  },
];

const toDeletedText = ({ renders, files }: DeletedImages): string =>
  `Deleted: the images of ${renders} ${renders === 1 ? 'render' : 'renders'} and ${files} uploaded ${files === 1 ? 'file' : 'files'}.`;
