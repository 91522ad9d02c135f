import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveTestClock } from '@adire/contract/test-clock.ts'
import { testApp } from '../testing/app.ts'
import { scheduledJob, toJobHandler } from './scheduled-job.ts'
import { jobUnitOfWork } from './worker.ts'

test('a test business with much to do on its own clock delays no other one', async (t) => {
  const app = await testApp(t)
  const users = [await app.createUser('Busy'), await app.createUser('Other')]
  const to = new Date(app.runtime.clock().getTime() + 24 * 3_600_000).toISOString()
  for (const user of users) await app.as(user).call(moveTestClock, { to })
  await app.drain()
  const [busy, other] = users.map(({ merchantId }) => merchantId).sort()
  const released = Promise.withResolvers<void>()
  const isOtherDone = Promise.withResolvers<void>()
  const { run } = toJobHandler(
    scheduledJob({
      name: 'hang-for-one',
      title: 'It hangs',
      every: '* * * * *',
      async run(_, merchantId) {
        if (merchantId === other) isOtherDone.resolve()
        if (merchantId !== busy) return 0
        await released.promise
        throw new Error('It failed at last')
      },
    }),
  )
  const ended = run(jobUnitOfWork(app.runtime), {} as never)
  await isOtherDone.promise
  released.resolve()
  await assert.rejects(ended, /failed at last/)
})
