import { readFileSync } from 'node:fs';
import { ConfigError } from '../../../../shared/config/load.ts';
import standardWorkflow from './workflow.json' with { type: 'json' };

/** A workflow in ComfyUI's API format (menu "Export (API)"): its nodes by id. */
export type Workflow = Record<string, WorkflowNode>;

interface WorkflowNode {
  class_type: string;
  inputs: Record<string, unknown>;
}

/** Values for `{{name}}` in a workflow; `image1` is the scene, the references follow. */
export type Placeholders = Record<string, string | number>;

const placeholder = /\{\{(\w+)\}\}/g;
const imageName = /^image(\d+)$/;

/**
 * Returns the workflow of the file, or the built-in one for an empty path.
 * @throws ConfigError for a file that is not a workflow in API format or lacks `{{image1}}`, `{{image2}}` or `{{prompt}}`.
 */
export function loadWorkflow(path: string): Workflow {
  const workflow: unknown = path === '' ? standardWorkflow : parse(path);
  if (!isWorkflow(workflow)) {
    throw new ConfigError(
      'Configuration: COMFYUI_WORKFLOW is not a workflow in ComfyUI’s API format; export it with “Export (API)”.',
    );
  }
  const names = placeholderNames(workflow);
  for (const name of ['image1', 'image2', 'prompt']) {
    if (names.has(name)) continue;
    throw new ConfigError(`Configuration: COMFYUI_WORKFLOW has no placeholder {{${name}}}.`);
  }
  return workflow;
}

/** Returns the number of images the workflow accepts, including the scene. */
export function imageSlots(workflow: Workflow): number {
  const numbers = [...placeholderNames(workflow)].map((name) => Number(imageName.exec(name)?.[1] ?? 0));
  return Math.max(...numbers);
}

/**
 * Returns the workflow with its placeholders filled. A node whose image is missing is removed, and with it
 * every input that another node takes from it: ComfyUI's nodes for several images accept fewer as well.
 */
export function fillWorkflow(workflow: Workflow, values: Placeholders): Workflow {
  const isMissing = (name: string) => imageName.test(name) && !Object.hasOwn(values, name);
  const nodes = Object.entries(workflow);
  const removed = new Set(nodes.filter(([, node]) => namesIn(node).some(isMissing)).map(([id]) => id));
  const kept = nodes.filter(([id]) => !removed.has(id));
  return Object.fromEntries(
    kept.map(([id, node]) => {
      const inputs = Object.entries(node.inputs).filter(([, value]) => !isLinkTo(value, removed));
      return [
        id,
        { ...node, inputs: Object.fromEntries(inputs.map(([name, value]) => [name, fill(value, values)])) },
      ];
    }),
  );
}

/** `["4", 0]`: the first output of node 4. */
const isLinkTo = (value: unknown, ids: ReadonlySet<string>) =>
  Array.isArray(value) && typeof value[0] === 'string' && ids.has(value[0]);

/** A string that is only a placeholder takes the value's type: a seed is a number. */
function fill(value: unknown, values: Placeholders): unknown {
  if (typeof value !== 'string') return value;
  const [, name] = /^\{\{(\w+)\}\}$/.exec(value) ?? [];
  if (name !== undefined && Object.hasOwn(values, name)) return values[name];
  return value.replace(placeholder, (text, inner: string) =>
    Object.hasOwn(values, inner) ? String(values[inner]) : text,
  );
}

const namesIn = (node: WorkflowNode): string[] =>
  Object.values(node.inputs).flatMap((value) =>
    typeof value === 'string' ? [...value.matchAll(placeholder)].map(([, name]) => name!) : [],
  );

const placeholderNames = (workflow: Workflow) => new Set(Object.values(workflow).flatMap(namesIn));

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Configuration: COMFYUI_WORKFLOW cannot be read: ${reason}.`);
  }
}

function isWorkflow(value: unknown): value is Workflow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const nodes: unknown[] = Object.values(value);
  return nodes.length > 0 && nodes.every(isNode);
}

function isNode(value: unknown): value is WorkflowNode {
  if (typeof value !== 'object' || value === null) return false;
  const { class_type: kind, inputs } = value as Partial<WorkflowNode>;
  return typeof kind === 'string' && typeof inputs === 'object' && inputs !== null;
}
