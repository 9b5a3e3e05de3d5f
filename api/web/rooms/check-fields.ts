const pauseMs = 300;

/**
 * Says below a field while it is filled in what the service would say once the form is sent. The address of the check
 * is in `data-check`; it returns `{ problem }`, which is empty where there is none.
 */
export function checkFields(root: Document): void {
  for (const field of root.querySelectorAll<HTMLInputElement>('input[data-check]')) checkField(root, field);
}

function checkField(root: Document, field: HTMLInputElement): void {
  const said = root.createElement('p');
  said.className = 'field-help';
  said.setAttribute('role', 'status');
  field.closest('.field')?.append(said);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const check = async (value: string) => {
    asked += 1;
    const question = asked;
    const problem = value === '' ? undefined : await readProblem(`${field.dataset.check}`, value);
    if (question !== asked) return;
    said.textContent = problem === '' ? `“${value}” is free.` : (problem ?? '');
  };
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(field.value.trim()), pauseMs);
  });
}

/** Undefined where it cannot be read: the form itself will say it. */
async function readProblem(path: string, value: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${path}?${new URLSearchParams({ value })}`);
    if (!response.ok) return undefined;
    return ((await response.json()) as { problem: string }).problem;
  } catch {
    return undefined;
  }
}
