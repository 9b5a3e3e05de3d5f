/** A description is read for search and shown in one paragraph; what is longer is cut before it is parsed. */
const maxHtml = 50_000;

/** Their content is not text. */
const rawElements = new Set(['script', 'style', 'template', 'noscript']);

/** Words on both sides of these do not belong together. */
const blocks = new Set(
  'address article aside blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  ntilde: 'ñ',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
};

const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;

/**
 * Returns the text of a rich description, without markup, on one line, at most `max` characters. The result is text
 * and not safe as HTML: a page has to escape it like any other text.
 */
export function plainText(html: string, max: number): string {
  const text = withoutTags(html.slice(0, maxHtml))
    .replace(entity, decoded)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim();
  return text.length <= max ? text : `${cutAtWord(text, max - 1)}…`;
}

/** One pass, so that no input takes longer than its length; an unfinished tag ends the text. */
function withoutTags(html: string): string {
  const lower = html.toLowerCase();
  const opening = /<(?:!--|(\/?)([a-z][a-z0-9]*)|[!?])/y;
  let text = '';
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    if (open === -1) return text + html.slice(at);
    text += html.slice(at, open);
    opening.lastIndex = open;
    const found = opening.exec(lower);
    at = found ? endOfTag(lower, open, found) : open + 1;
    if (!found) text += '<';
    else if (blocks.has(found[2] ?? '')) text += ' ';
  }
}

/** Finds the index at which the text continues: after a comment or tag, or at the closing tag of a raw element. */
function endOfTag(lower: string, open: number, [start, closing, name = '']: RegExpExecArray): number {
  const last = start === '<!--' ? '-->' : '>';
  const end = lower.indexOf(last, open);
  if (end === -1) return lower.length;
  const after = end + last.length;
  if (closing || !rawElements.has(name)) return after;
  const close = lower.indexOf(`</${name}`, after);
  return close === -1 ? lower.length : close;
}

function decoded(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return entities[name] ?? whole;
  const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
  const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? String.fromCodePoint(code) : '';
}

function cutAtWord(text: string, max: number): string {
  const cut = text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  return (space > max / 2 ? cut.slice(0, space) : cut).trimEnd();
}
