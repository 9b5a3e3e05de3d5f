/** Colours meet WCAG AA (4.5:1) on their backgrounds in both schemes. */
export const pageStyle = `
:root{color-scheme:light dark;--background:#f6f7f9;--card:#fff;--text:#1b2330;--soft:#586273;--line:#dfe3ea;--link:#1d4fb8;--ok:#1a7f4b;--error:#b3261e;--pending:#a35a00;--warn:#fff4dc;--warn-text:#6b4700}
@media (prefers-color-scheme:dark){:root{--background:#12161d;--card:#1a202a;--text:#e7ebf1;--soft:#a3adbd;--line:#2c3441;--link:#8ab4ff;--ok:#57c98a;--error:#ff8a80;--pending:#ffb95c;--warn:#3a2d0f;--warn-text:#ffd98a}}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--text);font:16px/1.5 system-ui,sans-serif}
header,main,footer{max-width:64rem;margin:0 auto;padding:1rem 1.25rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;padding-top:1.75rem}
h1{font-size:1.5rem;margin:0}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
nav{margin-left:auto;display:flex;flex-wrap:wrap;gap:1rem}
a{color:var(--link)}
a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.errorge{border:1px solid;border-radius:1rem;padding:.1rem .75rem;font-size:.875rem;font-weight:600}
.errorge.ok{color:var(--ok)}.errorge.error{color:var(--error)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:1rem}
.tile,table,.backends{background:var(--card);border:1px solid var(--line);border-radius:.5rem}
.tile{padding:1rem}
.tile h2{margin:0;font-size:.875rem;font-weight:500;color:var(--soft)}
.value{margin:.25rem 0 0;font-size:1.75rem;font-weight:600;font-variant-numeric:tabular-nums}
.note{margin:0;font-size:.875rem;color:var(--soft)}
.scroll{overflow-x:auto}
table{width:100%;border-spacing:0;font-variant-numeric:tabular-nums}
th,td{padding:.6rem 1rem;text-align:right;white-space:nowrap}
th:first-child{text-align:left}
table.words :is(th,td){text-align:left;vertical-align:top}
.under{display:block;font-size:.875rem;font-weight:400;color:var(--soft)}
.dot~.under{margin-left:1.25rem}
thead th{font-size:.875rem;font-weight:500;color:var(--soft)}
tbody th,tbody td{border-top:1px solid var(--line)}
.backends{list-style:none;margin:0;padding:.5rem 1rem}
.backends li{padding:.35rem 0}
.dot{display:inline-block;width:.65rem;height:.65rem;border-radius:50%;margin-right:.6rem}
.dot.ok{background:var(--ok)}.dot.error{background:var(--error)}.dot.pending{background:var(--pending)}
.warning{background:var(--warn);color:var(--warn-text);border-radius:.5rem;padding:.75rem 1rem}
footer{color:var(--soft);font-size:.875rem}
`;
