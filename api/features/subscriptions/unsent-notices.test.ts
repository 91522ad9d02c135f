import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@adire/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { outbox } from '../../jobs/tables.ts'
import { debiting } from '../../testing/debiting.ts'
import { runNow } from '../../testing/drain.ts'
import { mailSubscriptionNotice } from './emails/enqueue.ts'

test('a notice of a debit whose job was given up is sent six days later, and the debit is made a day after that', async (t) => {
  const { app, plan, subscribe, now, detail, payments } = await debiting(t)
  app.stopClock(app.runtime.clock())
  const id = await subscribe((await plan({ interval: 'weekly' })).id)
  const next = Date.parse((await detail(id)).nextPaymentAt!)
  const isNotice = eq(outbox.job, mailSubscriptionNotice.name)
  const runJobs = async (day: number) => {
    app.forward(next + day * dayMs - (await now()))
    for (const job of ['notify-of-charges', 'renew-subscriptions']) await runNow(app.runtime, job)
    return app.runtime.database.read((tx) => tx.$count(outbox, isNotice))
  }
  assert.equal(await runJobs(-1), 1)
  await app.runtime.database.write((tx) => tx.delete(outbox).where(isNotice))
  for (const day of [0, 1, 2, 3, 4, 5]) assert.equal(await runJobs(day), 0)
  assert.equal(await runJobs(6), 1)
  await app.drain()
  assert.equal((await payments(id)).length, 1)
  await runJobs(7)
  assert.equal((await payments(id)).length, 2)
})
