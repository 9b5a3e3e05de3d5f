import { startNode, waitForMessage } from '../processes/child.ts';
import type { Assignment, ListedTest, Report } from './messages.ts';
import { mochaProcess } from './run-group.ts';

const deadlineMs = 120_000;

/** Loads those files in a mocha process and returns their tests without running them. */
export async function listTests(files: string[]): Promise<ListedTest[]> {
  const assignment: Assignment = { files, color: false, listOnly: true };
  const child = startNode(mochaProcess, [JSON.stringify(assignment)]);
  try {
    const { tests } = await waitForMessage<Extract<Report, { type: 'list' }>>(child, 'list', deadlineMs);
    return tests;
  } finally {
    await child.close();
  }
}
