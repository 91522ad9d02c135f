import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import * as z from 'zod/mini'
import { findCheckoutState } from '../features/checkout-integrity/check.ts'
import { defineJob, enqueueJob } from '../jobs/queue.ts'
import { lateAfterSeconds, readQueueStatus } from '../jobs/queue-status.ts'
import type { Runtime } from '../runtime.ts'
import { testApp } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { serveHealth } from './health.ts'

/** The addresses of health alone. */
function openHealth(runtime: Runtime) {
  const app = fastify()
  serveHealth(app, runtime, {
    queueStatus: () => runtime.database.readPrimary((tx) => readQueueStatus(tx, runtime.clock())),
    findCheckoutState,
  })
  return async (path = '/health') => {
    const { statusCode, json } = await app.inject(path)
    return { statusCode, worker: json().worker }
  }
}

test('on a new database a process is healthy before the first worker, unless a due job waits for too long', async (t) => {
  const { runtime, forward } = await testApp(t, { DATABASE_URL: await testDatabase(t) })
  const readHealth = openHealth(runtime)
  assert.deepEqual(await readHealth(), { statusCode: 200, worker: 'up' })
  await runtime.database.write((tx) => enqueueJob(tx, defineJob('test-job', z.object({})), {}))
  forward((lateAfterSeconds + 5) * 1000)
  assert.deepEqual(await readHealth(), { statusCode: 503, worker: 'late' })
})

test('late jobs keep no requests away from a process that also answers them, such as while the mail server hangs', async (t) => {
  const { runtime, forward } = await testApp(t, { DATABASE_URL: await testDatabase(t) })
  await runtime.database.write((tx) => enqueueJob(tx, defineJob('test-job', z.object({})), {}))
  forward((lateAfterSeconds + 5) * 1000)
  assert.deepEqual(await openHealth(runtime)('/health/ready'), { statusCode: 200, worker: 'late' })
  const worker = { ...runtime, config: { ...runtime.config, roles: ['worker' as const] } }
  assert.deepEqual(await openHealth(worker)('/health/ready'), { statusCode: 503, worker: 'late' })
})
