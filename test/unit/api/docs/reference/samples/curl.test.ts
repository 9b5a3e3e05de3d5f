import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { curlSample } from '../../../../../../api/docs/reference/samples/curl.ts';

/** The arguments that a shell passes to curl. */
function getArguments(command: string, env: Record<string, string>): string[] {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

describe('a sample for curl', () => {
  const request = {
    method: 'GET',
    url: 'https://api.example/a?b=1&c=2',
    headers: {},
    response: 'json',
  } as const;

  it('passes the URL, the credential and the body through a shell as they are', () => {
    const body = { title: `it's "quoted" $HOME \`x\` \\` };
    const command = curlSample({
      ...request,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      credential: { header: 'Authorization', prefix: 'Bearer ', variable: 'API_KEY' },
      body: { json: body },
    });
    const args = getArguments(command, { API_KEY: 'service_test_1' });
    expect(args[0]).to.equal(request.url);
    expect(args).to.include('Authorization: Bearer service_test_1');
    expect(JSON.parse(args.at(-1)!)).to.deep.equal(body);
    expect(args).not.to.include('-X');
  });

  it('names the method where curl would use another', () => {
    expect(getArguments(curlSample({ ...request, method: 'DELETE' }), {})).to.include.members([
      '-X',
      'DELETE',
    ]);
    const put = curlSample({ ...request, method: 'PUT', body: { file: 'photo.jpg' } });
    expect(getArguments(put, {})).to.include.members(['-X', 'PUT', '--data-binary', '@photo.jpg']);
  });

  it('saves images and shows streams as they arrive', () => {
    expect(curlSample({ ...request, response: 'picture' })).to.match(/-o picture\.png$/);
    expect(curlSample({ ...request, response: 'events' })).to.match(/^curl -N /);
  });
});
