/** The storefront's global; absent until this file has run. */
declare global {
  interface Window {
    ServiceEmbed?: object;
  }
}

window.ServiceEmbed ??= {};

export {};
