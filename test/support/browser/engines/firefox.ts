import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingLine, startGuarded } from '../../../../scripts/processes/child.ts';
import { eventually } from '../../platform.ts';
import { type Connection, commands, toRefusal } from './connection.ts';

const startMs = 90_000;

/** Port 0 is any free one, which Firefox writes into its profile. */
const preferences = { 'marionette.port': 0, 'datareporting.policy.dataSubmissionEnabled': false };

interface Refusal {
  error: string;
  message: string;
}

type Response = [type: 1, id: number, refusal: Refusal | null, result: unknown];

/** Firefox's own protocol of WebDriver commands, over TCP: each message is its length, a colon and JSON. */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (response: Response | Error) => void>();
  #received = Buffer.alloc(0);
  #sent = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const answer of this.#waiting.values()) answer(new Error('Firefox has ended'));
    });
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.toString('utf8', colon + 1, end));
      this.#received = this.#received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) this.#waiting.get(message[1] as number)?.(message as Response);
    }
  }

  async send(name: string, parameters: object): Promise<unknown> {
    this.#sent += 1;
    const id = this.#sent;
    const text = JSON.stringify([0, id, name, parameters]);
    const response = await new Promise<Response | Error>((answer) => {
      this.#waiting.set(id, answer);
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
    this.#waiting.delete(id);
    if (response instanceof Error) throw response;
    const [, , refusal, result] = response;
    if (refusal) throw toRefusal(name, refusal);
    return result;
  }
}

async function makeProfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firefox-profile-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(folder, 'user.js'), lines.join('\n'));
  return folder;
}

/** Starts a headless Firefox with a profile of its own. */
export async function openFirefox(path: string): Promise<Connection> {
  const profile = await makeProfile();
  const args = ['--marionette', '--headless', '--no-remote', '--profile', profile, 'about:blank'];
  const child = startGuarded(path, args, { env: { ...process.env, HOME: profile } });
  const close = async () => {
    child.kill();
    await child.ended;
    await rm(profile, { recursive: true, force: true });
  };
  try {
    let port = 0;
    const hasPort = async () => {
      port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '0'));
      return port > 0;
    };
    const ended = child.ended.then((ending) => {
      throw new Error(`Firefox did not start: ${endingLine(ending)}`);
    });
    await Promise.race([eventually(hasPort, startMs), ended]);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const marionette = new Marionette(socket);
    await marionette.send('WebDriver:NewSession', {});
    return {
      async send(command, parameters = {}) {
        const result = await marionette.send(commands[command][0], parameters);
        return (result as { value?: unknown } | null)?.value;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
