import { eventually } from '../../platform.ts';
import { type Connection, type ElementRef, toElementId } from './connection.ts';
import { findInPage, type Name, type Role, roles, toPattern } from './find-in-page.ts';

const waitMs = 90_000;

/** Keys by the code points of the WebDriver specification. */
const keys = { Enter: '\uE007', Escape: '\uE00C', Backspace: '\uE003', Control: '\uE009' } as const;

/** One window of an engine: what Playwright is for Chromium, as far as the journeys need it. */
export class Driver {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async visit(url: string): Promise<void> {
    await this.leaveFrame();
    await this.#connection.send('navigate', { url });
  }

  async getUrl(): Promise<string> {
    return (await this.#connection.send('getUrl')) as string;
  }

  async reload(): Promise<void> {
    await this.leaveFrame();
    await this.#connection.send('reload', {});
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#connection.send('resize', { width, height });
  }

  /** Runs the body of a function in the page or the frame that was entered. */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.#connection.send('run', { script, args })) as T;
  }

  /** Enters the frame that a script finds, once it is there. */
  async enterFrame(script: string): Promise<void> {
    await this.leaveFrame();
    let frame: ElementRef | null = null;
    await this.#until('the frame', async () => {
      frame = await this.run<ElementRef | null>(script);
      return frame !== null;
    });
    // The specification names a frame by `id`, Marionette by `element`.
    await this.#connection.send('switchToFrame', { id: frame, element: toElementId(frame!) });
  }

  async leaveFrame(): Promise<void> {
    await this.#connection.send('switchToFrame', { id: null });
  }

  /** Returns what is seen now, or null. */
  async look(role: Role, name: Name = ''): Promise<ElementRef | null> {
    const find = `return (${findInPage})(...arguments)`;
    return this.run<ElementRef | null>(find, roles[role], ...toPattern(name));
  }

  /** Waits until it is seen. */
  async find(role: Role, name: Name = ''): Promise<ElementRef> {
    let found: ElementRef | null = null;
    await this.#until(`${role} ${name}`, async () => {
      found = await this.look(role, name);
      return found !== null;
    });
    return found!;
  }

  /** Clicks by the engine's own input, again where the element moved or was drawn anew meanwhile. */
  async click(role: Role, name: Name = ''): Promise<void> {
    await this.#until(`a click on ${role} ${name}`, async () => {
      const element = await this.look(role, name);
      if (!element) return false;
      // At an edge, a bar may cover it.
      await this.run("arguments[0].scrollIntoView({ block: 'center' })", element);
      await this.#connection.send('click', { id: toElementId(element) });
      return true;
    });
  }

  /** Replaces the text of a field, by keys: `clear` of the specification says nothing to the page. */
  async fill(role: Role, name: Name, text: string): Promise<void> {
    await this.click(role, name);
    await this.press('Control', 'a');
    await this.press('Backspace');
    if (text === '') return;
    const id = toElementId(await this.find(role, name));
    await this.#connection.send('type', { id, text });
  }

  /** Chooses a file; a field that is hidden takes none, so it is shown for that moment. */
  async chooseFile(path: string): Promise<void> {
    const field = await this.find('file');
    await this.run('arguments[0].hidden = false', field);
    await this.#connection.send('type', { id: toElementId(field), text: path });
  }

  /** Presses keys together, such as `Control` and `v`. */
  async press(...names: string[]): Promise<void> {
    const values = names.map((name) => keys[name as keyof typeof keys] ?? name);
    const actions = [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    await this.#connection.send('perform', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Waits until a script returns something true, and returns it. */
  async until<T>(script: string, ...args: unknown[]): Promise<T> {
    let value: T | undefined;
    await this.#until(script, async () => {
      value = await this.run<T>(script, ...args);
      return Boolean(value);
    });
    return value!;
  }

  /** Returns a PNG of the window. */
  async screenshot(): Promise<Buffer> {
    // WebKitGTK takes the next frame that it draws, and waits for ever where nothing moves.
    await this.run(`document.documentElement.animate([{ outlineColor: '#000' }, { outlineColor: '#fff' }],
      { duration: 400, iterations: 30 })`);
    return Buffer.from((await this.#connection.send('screenshot', { full: false })) as string, 'base64');
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** A page that is being left refuses what it is asked, which is not the end. */
  async #until(what: string, probe: () => Promise<boolean>): Promise<void> {
    let refusal = '';
    const attempt = () =>
      probe().catch((error: Error) => {
        refusal = ` (${error.message.split('\n')[0]})`;
        return false;
      });
    await eventually(attempt, waitMs).catch(() => {
      throw new Error(`waited ${waitMs / 1000} s for ${what}${refusal}`);
    });
  }
}
