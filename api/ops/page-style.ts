import { pageColours } from '../http/page-colours.ts';

export const pageStyle = `${pageColours}*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--text);font:15px/1.5 system-ui,sans-serif}
header,main,footer{max-width:64rem;margin:0 auto;padding:1rem 1.25rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;padding-top:1.75rem}
h1{font-size:1.5rem;margin:0}
h2{font-size:1rem;margin:2rem 0 .5rem}
main>:first-child h2{margin-top:.5rem}
nav{margin-left:auto;display:flex;flex-wrap:wrap;gap:1rem}
a{color:var(--link)}
a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.badge{border:1px solid;border-radius:1rem;padding:.1rem .75rem;font-size:.875rem;font-weight:600}
.badge.ok{color:var(--ok)}.badge.error{color:var(--error)}.badge.pending{color:var(--pending)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:1rem}
.tile,table,.backends,.card{background:var(--card);border:1px solid var(--line);border-radius:.5rem}
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
h1{overflow-wrap:anywhere}
code{font:.875em ui-monospace,SFMono-Regular,Menlo,monospace}
.card{margin:0 0 1rem;padding:1rem}
.wrap{white-space:normal;min-width:15rem}
table.words :is(th,td).number{text-align:right}
tbody th{font-weight:500}
.verdict{margin:0 0 .75rem;font-size:1.125rem}
.verdict b{margin-right:.5rem}
figure svg{display:block;width:100%;height:7rem}
rect.ok,i.ok{fill:var(--ok);background:var(--ok)}
rect.error,i.error{fill:var(--error);background:var(--error)}
rect.base{fill:var(--line)}
.hours{display:flex;justify-content:space-between;color:var(--soft);font-size:.75rem;margin-top:.25rem}
figcaption{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.5rem;font-size:.875rem}
.key i{display:inline-block;width:.65rem;height:.65rem;border-radius:2px;margin-right:.4rem}
details{margin-top:.75rem}
summary{cursor:pointer;font-size:.875rem;color:var(--link)}
summary:focus-visible,input:focus-visible,button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
details table{margin-top:.5rem}
details :is(th,td){padding:.3rem .75rem}
form.card{display:grid;grid-template-columns:1fr auto;gap:.5rem}
form :is(label,.note){grid-column:1/-1}
label{font-weight:500}
input,button{font:inherit;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.375rem;background:var(--background);color:inherit;min-width:0}
input{font-size:16px;font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
button{background:var(--link);border-color:var(--link);color:var(--card);font-weight:600;cursor:pointer}
dl.card{display:grid;grid-template-columns:max-content 1fr;gap:.4rem 1.5rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
@media (max-width:30rem){header,main,footer{padding-left:1rem;padding-right:1rem}nav{margin-left:0;width:100%}.tiles{grid-template-columns:1fr 1fr;gap:.5rem}.tile{padding:.75rem}.value{font-size:1.375rem}th,td{padding:.5rem .75rem}dl.card{grid-template-columns:1fr;gap:0}dt{margin-top:.5rem;font-size:.875rem}}
`;
