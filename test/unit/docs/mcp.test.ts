import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { renderOutput } from '../../../api/mcp/render-result.ts';
import { parseVisualizeRequest } from '../../../api/visualize/request-schema.ts';
import { variables } from '../../../shared/config/variables.ts';
import { ApiError } from '../../../shared/errors.ts';

describe('docs/mcp.md', () => {
  const text = readFileSync('docs/mcp.md', 'utf8');
  const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json!));
  const blockWith = (field: string) => blocks.find((block) => field in block);

  it('shows arguments that the tool accepts, and a result as it is', async () => {
    expect(parseVisualizeRequest(blockWith('sceneImage'), new Set()).products).to.have.length(1);
    const result = blockWith('renderId');
    expect(await renderOutput['~standard'].validate(result)).to.deep.equal({ value: result });
  });

  it('shows an error as it is', () => {
    const { message, remaining_credits, developers_url } = blockWith('code');
    const detail = { remainingCredits: remaining_credits, developersUrl: developers_url };
    const error = new ApiError('INSUFFICIENT_CREDITS', message, detail);
    expect(error.toBody()).to.deep.equal(blockWith('code'));
  });

  it('configures each host with the address and a bearer key', () => {
    const hosts = blocks.filter((block) => 'mcpServers' in block || 'servers' in block);
    expect(hosts).to.have.length(3);
    for (const host of hosts) {
      const { render } = host.mcpServers ?? host.servers;
      expect(JSON.stringify(render)).to.contain('https://api.example/mcp').and.to.contain('Bearer ');
    }
  });

  it('states the defaults of the settings', () => {
    for (const [, name, value] of text.matchAll(/`([A-Z_]{5,})` \((\d+)\)/g)) {
      const { flags } = variables[name as keyof typeof variables].describe() as {
        flags: { default: number };
      };
      expect(String(flags.default), name).to.equal(value);
    }
    expect(text).to.match(/`MCP_REPEAT_MINUTES` \(\d+\)/);
  });
});
