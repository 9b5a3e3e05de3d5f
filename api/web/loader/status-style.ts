/** Of the status of a render: at the lower corner where the text begins, chats are at the other one. */
export const statusStyle = `\
:host{all:initial;position:fixed;z-index:2147483647;bottom:calc(16px + max(var(--bar,0px),env(safe-area-inset-bottom)));inset-inline:16px auto;box-sizing:border-box;max-width:calc(100vw - 32px);display:flex;align-items:center;gap:8px;padding:4px 4px 4px 16px;border:1px solid #8a8a86;border-radius:24px;background:#fff;color:#1c1c1f;font:16px/1.5 system-ui,sans-serif;box-shadow:0 8px 28px #0003}\
time{font-variant-numeric:tabular-nums}\
button{min-width:44px;min-height:44px;padding:0 8px;border:0;border-radius:22px;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer}\
button+button{padding:0;font-size:24px;text-decoration:none}\
@media(prefers-color-scheme:dark){:host{background:#1b1b1e;color:#f4f4f5}}\
`;
