import type { Language } from '../../shared/try-on/contract.ts';
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
}

/** Returns a page for shoppers when there is no application to show; works without JavaScript. */
export function noticePage({ kind, language, files }: NoticePage): string {
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
