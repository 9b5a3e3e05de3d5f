import type { EntryFiles } from '../assets/web-build.ts';
import { Frame, type FrameProps } from '../web/design/frame/frame.tsx';
import { Document, type DocumentProps, Scripts, StyleLinks, toHtml } from './document.tsx';

interface ToolPage extends FrameProps, Pick<DocumentProps, 'title'> {
  files: Pick<EntryFiles, 'styles'> & Partial<EntryFiles>;
  head?: DocumentProps['head'];
}

/** Returns a page of a tool as HTML, in the frame that all of them share. */
export function toolPage({ title, files, head, ...frame }: ToolPage): string {
  const { styles, script, imports = [] } = files;
  return toHtml(
    <Document
      title={title}
      head={
        <>
          {head}
          <StyleLinks styles={styles} />
          {script !== undefined && <Scripts script={script} imports={imports} />}
        </>
      }
    >
      <Frame {...frame} />
    </Document>,
  );
}
