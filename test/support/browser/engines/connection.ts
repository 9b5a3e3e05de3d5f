/** Name by which the WebDriver specification refers to an element in JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export type ElementRef = Record<typeof elementKey, string>;

export const toElementId = (element: ElementRef): string => element[elementKey];

/** A command of the WebDriver specification: its name in Marionette, then its method and its path within a session. */
export const commands = {
  navigate: ['WebDriver:Navigate', 'POST', 'url'],
  getUrl: ['WebDriver:GetCurrentURL', 'GET', 'url'],
  reload: ['WebDriver:Refresh', 'POST', 'refresh'],
  resize: ['WebDriver:SetWindowRect', 'POST', 'window/rect'],
  run: ['WebDriver:ExecuteScript', 'POST', 'execute/sync'],
  switchToFrame: ['WebDriver:SwitchToFrame', 'POST', 'frame'],
  perform: ['WebDriver:PerformActions', 'POST', 'actions'],
  screenshot: ['WebDriver:TakeScreenshot', 'GET', 'screenshot'],
  click: ['WebDriver:ElementClick', 'POST', 'element/{id}/click'],
  type: ['WebDriver:ElementSendKeys', 'POST', 'element/{id}/value'],
} as const satisfies Record<string, [marionette: string, method: 'GET' | 'POST', path: string]>;

export type Command = keyof typeof commands;

/** One browser with one window and nothing stored. */
export interface Connection {
  /** Returns the command's value. @throws Error with what the browser refused. */
  send(command: Command, parameters?: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** Returns the browser's refusal as an error. */
export function toRefusal(command: string, { error, message }: { error: string; message: string }): Error {
  return new Error(`${command}: ${error}: ${message}`);
}
