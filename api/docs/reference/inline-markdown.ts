import MarkdownIt from 'markdown-it';
import { Html } from '../../http/html.ts';

const markdown = new MarkdownIt({ html: false });

/** A description of the document without paragraphs, e.g. its code between backticks. */
export const inlineMarkdown = (text: string): Html => new Html(markdown.renderInline(text));

/** A description with paragraphs. */
export const blockMarkdown = (text: string): Html => new Html(markdown.render(text));
