import { UnrecoverableError } from 'bullmq';
import { expect } from 'chai';
import Joi from 'joi';
import { allJobs } from '../../../shared/jobs/all-jobs.ts';
import type { JobDefinition } from '../../../shared/jobs/job-definition.ts';
import { silentLogger } from '../../../shared/log.ts';
import { assertHandlers, defineHandler } from '../../../workers/runtime.ts';

interface Greeting {
  name: string;
}

const greet: JobDefinition<Greeting> = {
  name: 'greet',
  queue: 'greetings',
  schema: Joi.object<Greeting, true>({ name: Joi.string().required() }).required(),
  options: {},
};
const handler = defineHandler({
  definition: greet,
  concurrency: 1,
  handle: async ({ name }) => `hello ${name}`,
});

describe('worker runtime', () => {
  it('refuses to start when a job has no handler', () => {
    expect(() => assertHandlers([{ name: 'greet' }, { name: 'part' }], [handler])).to.throw(
      'Job "part" has 0 handlers',
    );
  });

  it('refuses to start when a job has two handlers', () => {
    expect(() => assertHandlers([greet], [handler, handler])).to.throw('Job "greet" has 2 handlers');
  });

  it('starts when each job has exactly one', () => {
    expect(() => assertHandlers([greet], [handler])).not.to.throw();
    expect(allJobs.map((job) => job.name)).to.include('render');
  });

  it('checks the data of a job again when a worker takes it', async () => {
    const context = { jobId: '1', log: silentLogger(), signal: new AbortController().signal };
    expect(await handler.run({ name: 'greet', data: { name: 'you' } }, context)).to.equal('hello you');
    const wrong = await Promise.resolve()
      .then(() => handler.run({ name: 'greet', data: { name: 3 } }, context))
      .catch((error: unknown) => error);
    expect(wrong).to.be.instanceOf(UnrecoverableError);
  });
});
