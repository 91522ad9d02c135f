import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { testApp } from '../testing/app.ts'
import type { CreationHandler } from './creation.ts'
import { keyedRequest } from './idempotency.ts'
import { runCreationOnce } from './once.ts'
import { type Problem, problem } from './problem.ts'

test('a request that is rejected because its own copy succeeded meanwhile gets the response of the copy', async (t) => {
  const { runtime } = await testApp(t)
  const headers: string[] = []
  const reply = { header: (name: string) => headers.push(name) } as unknown as FastifyReply
  const run = (key: string, creation: Partial<CreationHandler<never, unknown, unknown, unknown, unknown>>) =>
    runCreationOnce(
      { runtime, reply, keyed: keyedRequest(runtime.vault, 'ade', key, '/accounts', {}) },
      { create: async () => ({ id: 'made' }), ...creation } as never,
      { unitOfWork: jobUnitOfWork(runtime), input: {}, toStoredResponse: (body) => ({ status: 201, body }) },
    )
  const taken = problem.conflict('duplicate_reference', 'There is one')
  const inTheMiddle = (key: string, finish?: () => Promise<unknown>) => async () => {
    await run(key, finish ? { finish } : {})
    throw taken
  }
  const made = { status: 201, body: { id: 'made' } }
  assert.deepEqual(await run('one', { prepare: inTheMiddle('one') }), made)
  assert.deepEqual(headers, ['idempotency-replayed'])
  // Also if the response comes from a second transaction.
  const finish = async () => ({ id: 'finished' })
  const finished = { status: 201, body: { id: 'finished' } }
  assert.deepEqual(await run('two', { prepare: inTheMiddle('two', finish), finish }), finished)
  // An error caused by a different request is still thrown.
  const rejected = run('three', { prepare: inTheMiddle('another') })
  await assert.rejects(rejected, (error: Problem) => error.code === 'duplicate_reference')
})
