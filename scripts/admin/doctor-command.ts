import type { Command } from 'commander';
import type { Config } from '../../shared/config/variables.ts';
import { adminConfig } from './backends.ts';
import { type DoctorCheck, DoctorProblem, doctorChecks } from './doctor/checks.ts';
import { AdminError, print, withJson } from './output.ts';

interface CheckResult {
  name: string;
  ok: boolean;
  detail: string;
  fix?: string;
}

/** `doctor` */
export function doctorCommand(program: Command): void {
  withJson(
    program.command('doctor').description('check backends, clocks and settings of this installation'),
  ).action(doctor);
}

async function doctor(options: { json?: boolean }): Promise<void> {
  const config = await adminConfig();
  const checks = await Promise.all(doctorChecks.map((check) => runCheck(check, config)));
  const failed = checks.filter(({ ok }) => !ok);
  print(options, { ok: failed.length === 0, checks }, () => checks.map(line).join('\n'));
  if (failed.length > 0) throw new AdminError(`${failed.length} of ${checks.length} checks failed.`);
}

async function runCheck({ name, run, fix }: DoctorCheck, config: Config): Promise<CheckResult> {
  try {
    return { name, ok: true, detail: await run(config) };
  } catch (error) {
    const { message } = error as Error;
    return { name, ok: false, detail: message, fix: error instanceof DoctorProblem ? error.fix : fix };
  }
}

function line({ name, ok, detail, fix }: CheckResult): string {
  return ok ? `✓ ${name}: ${detail}` : `✗ ${name}: ${detail}\n    Fix: ${fix}`;
}
