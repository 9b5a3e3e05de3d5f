/** Colours that meet WCAG AA (4.5:1) on their backgrounds in both schemes. */
export const pageColours = `
:root{color-scheme:light dark;--background:#f6f7f9;--card:#fff;--text:#1b2330;--soft:#586273;--line:#dfe3ea;--link:#1d4fb8;--ok:#1a7f4b;--error:#b3261e;--pending:#a35a00;--warn:#fff4dc;--warn-text:#6b4700}
@media (prefers-color-scheme:dark){:root{--background:#12161d;--card:#1a202a;--text:#e7ebf1;--soft:#a3adbd;--line:#2c3441;--link:#8ab4ff;--ok:#57c98a;--error:#ff8a80;--pending:#ffb95c;--warn:#3a2d0f;--warn-text:#ffd98a}}
`;
