import { endingLine, startGuarded } from '../../../../scripts/processes/child.ts';
import { freePort } from '../../../../scripts/processes/port.ts';
import { eventually } from '../../platform.ts';
import { type Command, type Connection, commands, toRefusal } from './connection.ts';

const startMs = 60_000;
const commandMs = 90_000;
const screen = '1600x1300x24';

/** Starts a display in memory; returns its name once it has one. */
async function openDisplay() {
  let name: string | undefined;
  const onLine = (line: string) => {
    if (/^\d+$/.test(line)) name = `:${line}`;
  };
  const args = ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp'];
  const child = startGuarded('Xvfb', args, { env: process.env, onLine });
  const ended = child.ended.then((ending) => {
    throw new Error(`Xvfb did not start: ${endingLine(ending)}`);
  });
  await Promise.race([eventually(() => name !== undefined, startMs), ended]);
  return { child, name: name! };
}

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(commandMs),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw toRefusal(`${method} ${url}`, value as { error: string; message: string });
  return value;
}

const isUp = (service: string) =>
  fetch(`${service}/status`).then(
    () => true,
    () => false,
  );

/** Fills the id of an element into the path of its command. */
function toPath(command: Command, id: unknown): string {
  return commands[command][2].replace('{id}', String(id));
}

/** Starts WebKitGTK's small browser with its driver; what it stores is in memory. */
export async function openWebKit(path: string): Promise<Connection> {
  const display = await openDisplay();
  const service = `http://127.0.0.1:${await freePort()}`;
  const driver = startGuarded(path, [`--port=${new URL(service).port}`], {
    env: { ...process.env, DISPLAY: display.name, LANG: 'en_US.UTF-8' },
  });
  const close = async () => {
    for (const child of [driver, display.child]) child.kill();
    await Promise.all([driver.ended, display.child.ended]);
  };
  try {
    await eventually(() => isUp(service), startMs);
    const { sessionId } = (await ask(`${service}/session`, 'POST', { capabilities: {} })) as {
      sessionId: string;
    };
    return {
      send(command, parameters = {}) {
        const [, method] = commands[command];
        const url = `${service}/session/${sessionId}/${toPath(command, parameters.id)}`;
        return ask(url, method, method === 'POST' ? parameters : undefined);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
