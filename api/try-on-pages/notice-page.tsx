import type { Language } from '../../shared/try-on/contract.ts';
import type { NoticeMessage } from '../../shared/try-on/frame-messages.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { Document, StyleLinks, toHtml } from '../html/document.tsx';
import { ButtonLink } from '../web/design/components/button.tsx';
import { Notice } from '../web/design/components/notice.tsx';
import { CircleAlert } from '../web/design/icons.ts';
import { ThemeColors } from './store-page.tsx';
import { pageTexts } from './texts.ts';

export interface NoticePage {
  kind: 'unknownStore' | 'unavailable';
  language: Language;
  /** Of the application. */
  files: EntryFiles;
  nonce: string;
}

/** Tells the loader around it, of whatever shop, that no try-on follows. */
const sayNotice = `parent.postMessage(${JSON.stringify({ service: 1, type: 'notice' } satisfies NoticeMessage)}, '*')`;

/** Returns a page for shoppers when there is no application to show; works without JavaScript. */
export function noticePage({ kind, language, files, nonce }: NoticePage): string {
  const { unavailable, [kind]: notice } = pageTexts[language];
  return toHtml(
    <Document
      title={notice.title}
      language={language}
      head={
        <>
          <meta name="robots" content="noindex" />
          <ThemeColors />
          <StyleLinks styles={files.styles} />
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: sayNotice }} />
        </>
      }
    >
      <div class="shell">
        <main class="main">
          <Notice icon={CircleAlert} level={1} title={notice.title} text={notice.text}>
            {kind === 'unavailable' && (
              // An empty address is this page again.
              <ButtonLink kind="primary" wide href="">
                {unavailable.again}
              </ButtonLink>
            )}
          </Notice>
        </main>
      </div>
    </Document>,
  );
}
