import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getNotices } from '@adire/contract/announcements.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import {
  endAnnouncement,
  getSystemState,
  listFailedJobs,
  listHolidays,
  listProcessorEvents,
  listStaffAnnouncements,
  listWebhookHealth,
  publishAnnouncement,
  removeHoliday,
  replayProcessorEvent,
  resolveFailedJobs,
  saveHoliday,
} from '@adire/contract/back-office/system.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { failedJobs, outbox } from '../../jobs/tables.ts'
import { startWorker } from '../../jobs/worker.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { confirmSessions } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { channelOutcomes } from '../channel-health/tables.ts'
import { startReporting } from '../processes/report.ts'
import { processes } from '../processes/tables.ts'
import { processorEvents } from '../processor-events/tables.ts'

test('an announcement is shown in its mode until it ends or somebody ends it', async (t) => {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  const office = asStaff(app, await createStaff(app, 'admin'))
  const text = 'Payouts of First Bank arrive an hour later today.'
  const { id } = await office(publishAnnouncement, { level: 'warning', title: 'Slow payouts', text, hours: 2 })
  await office(publishAnnouncement, { level: 'info', title: 'Live only', text, mode: 'LIVE', hours: 2 })
  const shown = async () => (await call(getNotices, {})).announcements.map(({ title }) => title)
  assert.deepEqual(await shown(), ['Slow payouts'])
  const end = () => office(endAnnouncement, { id })
  app.stopClock(app.runtime.clock())
  const ended = await sendWhileLocked(app, 'select from announcements for update', [
    end,
    () => {
      // As if it had begun before the other request, and had been slower.
      app.forward(-1)
      return end()
    },
  ])
  for (const one of ended) assert.ok(one.status === 'fulfilled' && one.value.isOver)
  app.forward(1)
  assert.ok((await end()).isOver)
  assert.equal((await office(listStaffEvents, { action: 'announcement.ended' })).content.length, 1)
  assert.deepEqual(await shown(), [])
  await office(publishAnnouncement, { level: 'info', title: 'Again', text, hours: 1 })
  assert.deepEqual(await shown(), ['Again'])
  app.forward(3_600_001)
  assert.deepEqual(await shown(), [])
  assert.equal((await office(listStaffAnnouncements, {})).totalElements, 3)
})

test('a job that failed for good is retried once, by two people at the same moment, and counted as an alert', async (t) => {
  const app = await testApp(t)
  const { database, clock } = app.runtime
  const office = asStaff(app, await createStaff(app, 'admin'))
  assert.deepEqual((await office(getSystemState, {})).alerts, [])
  await database.write((tx) =>
    tx.insert(failedJobs).values({
      state: 'dead',
      job: 'mail-receipt',
      key: 'one',
      payload: {},
      attempts: 5,
      error: 'connection refused',
      failedAt: clock(),
    }),
  )
  const [job] = (await office(listFailedJobs, {})).content
  assert.equal((await office(getSystemState, {})).alerts[0]?.title, '1 job has failed for good')
  const input = { ids: [job!.id], resolution: 'retried' as const }
  const resolved = await Promise.all([office(resolveFailedJobs, input), office(resolveFailedJobs, input)])
  assert.deepEqual(resolved.map((one) => one.resolved).sort(), [0, 1])
  const again = await database.read((tx) => tx.select().from(outbox))
  assert.deepEqual(
    again.filter(({ key }) => key === `retry:${job!.id}`).map((one) => one.job),
    ['mail-receipt'],
  )
  assert.equal((await office(listFailedJobs, {})).totalElements, 0)
})

test('a channel that fails is one alert, not one for each of its processors and banks', async (t) => {
  const app = await testApp(t)
  const office = asStaff(app, await createStaff(app, 'admin'))
  const titles = async () => (await office(getSystemState, {})).alerts.map(({ title }) => title)
  type Outcome = typeof channelOutcomes.$inferInsert
  const addOutcomes = (count: number, outcome: Pick<Outcome, 'outcome' | 'channel' | 'processor'>) =>
    app.runtime.database.write((tx) =>
      tx.insert(channelOutcomes).values(
        Array.from({ length: count }, () => ({
          ...{ paymentId: crypto.randomUUID(), merchantId: crypto.randomUUID(), mode: 'LIVE' as const },
          ...{ bank: 'Zenith Bank', durationMs: null, at: app.runtime.clock(), ...outcome },
        })),
      ),
    )
  await addOutcomes(25, { outcome: 'failed', channel: 'ussd', processor: 'paystack' })
  assert.deepEqual(await titles(), ['1 payment channel fails'])
  await addOutcomes(25, { outcome: 'failed', channel: 'card', processor: 'paystack' })
  await addOutcomes(500, { outcome: 'paid', channel: 'card', processor: 'monnify' })
  assert.deepEqual(await titles(), ['1 payment channel fails', '1 channel fails at a processor'])
})

test('a processor event is found by our reference and processed again', async (t) => {
  const app = await testApp(t)
  const { database, clock } = app.runtime
  const office = asStaff(app, await createStaff(app, 'admin'))
  const [event] = await database.write((tx) =>
    tx
      .insert(processorEvents)
      .values({
        processor: 'paystack',
        bodyHash: 'hash',
        sealedBody: 'sealed',
        status: 'processed',
        name: 'charge.success',
        reference: 'pay-abc.c',
        effect: 'The payment is paid',
        receivedAt: clock(),
        processedAt: clock(),
      })
      .returning(),
  )
  const found = async (reference: string) => (await office(listProcessorEvents, { reference })).content.length
  assert.equal((await office(listProcessorEvents, {})).content[0]?.processor, 'Paystack')
  assert.deepEqual([await found('pay_abc'), await found('pay_b')], [1, 0])
  const replayed = await office(replayProcessorEvent, { id: event!.id })
  assert.deepEqual([replayed.status, replayed.processedAt], ['received', null])
  await assert.rejects(
    office(replayProcessorEvent, { id: crypto.randomUUID() }),
    errorWith(404, 'processor_event_not_found'),
  )
})

test('a list with more than 10,000 events says so', async (t) => {
  const app = await testApp(t)
  const office = asStaff(app, await createStaff(app, 'admin'))
  await app.runtime.database.write(({ $client }) =>
    $client.query(
      `insert into processor_events (processor, body_hash, sealed_body, status, received_at)
       select 'paystack', number, 'sealed', case number when 1 then 'ignored' else 'processed' end, now()
       from generate_series(1, 10001) number`,
    ),
  )
  const total = async (status?: 'processed') => {
    const { totalElements, totalIsCapped = false } = await office(listProcessorEvents, { status })
    return [totalElements, totalIsCapped]
  }
  assert.deepEqual(
    [await total(), await total('processed')],
    [
      [10_000, true],
      [10_000, false],
    ],
  )
})

test('an event that is about to be processed is not processed again; one whose attempt has failed or was interrupted is, at once', async (t) => {
  const app = await testApp(t)
  const { database, clock } = app.runtime
  const office = asStaff(app, await createStaff(app, 'admin'))
  const values = { processor: 'paystack', bodyHash: 'hash', sealedBody: 'sealed', status: 'received' } as const
  const [event] = await database.write((tx) =>
    tx
      .insert(processorEvents)
      .values({ ...values, receivedAt: clock() })
      .returning(),
  )
  const { id } = event!
  const worker = await startWorker(app.runtime, pino({ level: 'silent' }))
  await worker.stop()
  const replay = async (state: 'created' | 'active' | 'retry', heartbeatSecondsAgo = 0) => {
    await database.write(async ({ $client }) => {
      await $client.query("delete from outbox where job = 'process-processor-event'")
      await $client.query("delete from pgboss.job where name = 'process-processor-event'")
      await $client.query(
        `insert into pgboss.job (name, state, data, heartbeat_on, heartbeat_seconds)
         values ('process-processor-event', $1, $2, now() - $3 * interval '1s', 10)`,
        [state, { payload: { id }, merchantId: null }, heartbeatSecondsAgo],
      )
    })
    await office(replayProcessorEvent, { id })
    return database.read((tx) => tx.$count(outbox, eq(outbox.job, 'process-processor-event')))
  }
  assert.deepEqual([await replay('created'), await replay('active'), await replay('retry')], [0, 0, 1])
  assert.equal(await replay('active', 11), 1)
  assert.equal((await office(listStaffEvents, { action: 'event.replayed' })).content.length, 2)
})

test('holidays are listed by year, renamed and removed', async (t) => {
  const app = await testApp(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  const save = () => office(saveHoliday, { day: '2090-03-10', name: 'Eid' })
  await sendWhileLocked(app, 'lock table holidays in share mode', [save, save])
  await office(saveHoliday, { day: '2090-03-10', name: 'Eid-el-Fitr' })
  assert.deepEqual((await office(listHolidays, { year: 2090 })).content, [{ day: '2090-03-10', name: 'Eid-el-Fitr' }])
  await office(removeHoliday, { day: '2090-03-10' })
  await office(removeHoliday, { day: '2090-03-10' })
  assert.deepEqual((await office(listHolidays, { year: 2090 })).content, [])
  const { content } = await asStaff(app, await createStaff(app, 'admin'))(listStaffEvents, {})
  assert.deepEqual(
    content.map(({ action }) => action).filter((action) => action.startsWith('holiday')),
    ['holiday.removed', 'holiday.saved', 'holiday.saved'],
    'what is repeated is recorded once',
  )
})

test('webhook endpoints of all businesses are listed, without their secrets', async (t) => {
  const app = await testApp(t)
  const user = await app.createUser()
  await confirmSessions(app, user)
  const office = asStaff(app, await createStaff(app, 'support'))
  await app.as(user).call(createWebhookEndpoint, { url: 'http://127.0.0.1:9/hook' })
  const { content } = await office(listWebhookHealth, { mode: 'TEST' })
  assert.deepEqual(
    content.map(({ business, url, isEnabled }) => [business.id, url, isEnabled]),
    [[user.merchantId, 'http://127.0.0.1:9/hook', true]],
  )
  assert.equal((await office(listWebhookHealth, { mode: 'LIVE' })).totalElements, 0)
  const past = await office(listWebhookHealth, { mode: 'TEST', offset: 25 })
  assert.deepEqual([past.content, past.totalElements], [[], 1])
})

test('a process lists itself while it runs; a silent one is an alert', async (t) => {
  const app = await testApp(t)
  const { database, clock } = app.runtime
  const office = asStaff(app, await createStaff(app, 'admin'))
  const stop = startReporting(app.runtime, pino({ level: 'silent' }))
  const running = async () => (await office(getSystemState, {})).processes
  const listed = async (): Promise<number> => (await running()).length || listed()
  assert.equal(await listed(), 1)
  assert.equal((await running())[0]?.pid, process.pid)
  await stop()
  assert.deepEqual(await running(), [])
  const seenAt = new Date(clock().getTime() - 600_000)
  await database.write((tx) =>
    tx.insert(processes).values({ host: 'one', pid: 1, version: 'a', servers: [], startedAt: seenAt, seenAt }),
  )
  assert.ok((await office(getSystemState, {})).alerts.some(({ title }) => title === 'A process is silent'))
})
