/** In a shadow root, where the shop's style does not reach. The lines end with `\` so that they are one: each byte counts. */
export const dialogStyle = `\
:host{all:initial;color-scheme:light dark}\
dialog{box-sizing:border-box;width:min(1280px,100vw - 48px);height:min(960px,100dvh - 48px);max-width:none;max-height:none;padding:0;border:0;border-radius:16px;overflow:hidden;background:#fff;color:#1c1c1f;font:16px/1.5 system-ui,sans-serif}\
dialog::backdrop{background:#0009}\
iframe{display:block;width:100%;height:100%;border:0;color-scheme:normal}\
button{position:absolute;top:calc(8px + env(safe-area-inset-top));inset-inline-end:8px;width:44px;height:44px;border:0;border-radius:22px;background:none;color:inherit;font:28px/1 system-ui;cursor:pointer}\
p{position:absolute;inset:0;display:grid;place-content:center;gap:16px;margin:0;text-align:center;pointer-events:none}\
a{padding:10px 20px;border-radius:10px;background:#1c1c1f;color:#fff;text-decoration:none;pointer-events:auto}\
.ready button:not(:focus-visible),.late iframe{opacity:0;pointer-events:none}\
.ready p{display:none}\
@keyframes in{from{opacity:0}}\
@media(max-width:640px),(max-height:500px){dialog{width:100%;height:100%;height:100dvh;border-radius:0;padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}}\
@media(prefers-color-scheme:dark){dialog{background:#161618;color:#f4f4f5}a{background:#f4f4f5;color:#161618}}\
@media(prefers-reduced-motion:no-preference){dialog{animation:in .18s ease-out}}\
`;

/** A constructed sheet passes a shop's content security policy, which may forbid inline style. */
export function addStyle(root: ShadowRoot, style: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.appendChild(document.createElement('style')).textContent = style; // Safari before 16.4
  }
}
