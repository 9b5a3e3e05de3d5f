/** Data for the scripts of a page. */
export const JsonScript = ({ id, value }: { id: string; value: unknown }) => (
  <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: toScriptJson(value) }} />
);

/** Writes JSON in which nothing can end the script element or a line of JavaScript. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
