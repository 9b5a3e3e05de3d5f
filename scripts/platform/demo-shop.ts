import { freePort, portTaken } from '../processes/port.ts';
import type { Closing } from './closing.ts';
import { demoStore } from './demo-store.ts';
import type { StartSettings } from './settings.ts';

type Ports = Pick<StartSettings, 'host' | 'port' | 'demoShopPort'>;

/** Starts the demo shop beside the API on `port`; returns its address, or why there is none. */
export async function openDemoShop(
  { host, port, demoShopPort }: Ports,
  closing: Pick<Closing, 'add'>,
): Promise<string> {
  if (demoShopPort === 0) return 'none; set DEMO_SHOP_PORT';
  const wanted = demoShopPort ?? port + 1;
  const taken = await portTaken(wanted, host);
  if (taken && demoShopPort !== undefined) return `none: port ${wanted} is taken; set another DEMO_SHOP_PORT`;
  const { startDemoShop } = await import('../demo-shop/server.ts'); // while the backends start
  const shop = await startDemoShop({
    host,
    port: taken ? await freePort() : wanted,
    service: `http://localhost:${port}`,
    subdomain: demoStore.slug,
    name: demoStore.name,
  });
  closing.add(shop.close);
  return shop.url;
}
