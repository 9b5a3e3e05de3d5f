/**
 * Programs that load pages without a shopper: crawlers, link previews, monitors, automated browsers.
 * HTTP libraries are not listed: a merchant's own server may report on a shopper's behalf.
 */
const bots =
  /bot\b|bot[/;)]|crawl|spider|slurp|headless|phantomjs|puppeteer|playwright|selenium|lighthouse|pagespeed|pingdom|uptime|gtmetrix|facebookexternalhit|whatsapp\/|telegrambot|embedly|quora link preview|bingpreview|google-inspectiontool|googleother|mediapartners-google|ia_archiver|archive\.org|ahrefs|semrush|dataprovider|petalbot|bytespider|gptbot|claudebot|ccbot/i;

/** Returns true for an event sent by a program. Such an event is stored and forwarded, but not counted in KPIs. */
export function isBot(userAgent: string | undefined, webdriver: boolean): boolean {
  return webdriver || bots.test(userAgent ?? '');
}
