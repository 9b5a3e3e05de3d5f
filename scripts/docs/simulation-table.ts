import { simulationHost, simulations } from '../../shared/renders/simulations.ts';

/** Returns the outcomes that a test key can choose, one row each. */
export function simulationTable(): string {
  const rows = Object.entries(simulations).map(([name, rule]) => {
    const code = 'code' in rule ? ` \`${rule.code}\`` : '';
    return `| \`https://${simulationHost}/${name}\` | ${rule.status}${code} | ${rule.meaning} |`;
  });
  return ['| `sceneImage` | Response | What happens |', '|---|---|---|', ...rows].join('\n');
}
