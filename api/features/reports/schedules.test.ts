import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { downloadPayments } from '@adire/contract/payments.ts'
import {
  createReportSchedule,
  deleteReportSchedule,
  getReportRun,
  listReportRecipients,
  listReportRuns,
  listReportSchedules,
  pauseReportSchedule,
  resumeReportSchedule,
  sendReportNow,
  updateReportSchedule,
} from '@adire/contract/report-schedules.ts'
import { moveTestClock } from '@adire/contract/test-clock.ts'
import { eq } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runJob, runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import type { TestUser } from '../../testing/users.ts'
import { users } from '../auth/tables.ts'
import { memberships } from '../merchants/tables.ts'
import { lastPeriod, nextReportTime } from './periods.ts'
import { reportRuns } from './tables.ts'

const lagos = (text: string) => new Date(`${text}+01:00`)

/** An owner with a second member of the business, on the evening of 30 October 2030. */
async function twoMembers(t: Parameters<typeof testApp>[0], env?: Record<string, string>) {
  const app = await testApp(t, env)
  app.stopClock(lagos('2030-10-30T20:00:00'))
  const [ade, bola] = [await app.createUser('Ade'), await app.createUser('Bola')]
  await app.runtime.database.write((tx) =>
    tx.insert(memberships).values({ userId: bola.userId, merchantId: ade.merchantId, role: 'admin' }),
  )
  return { app, ade, bola, ...app.as(ade) }
}
const reportsTo = async (app: TestApp, { email }: TestUser) =>
  (await mailsTo(app, email)).filter(({ text }) => text.includes('a member of the business chose you'))
const leave = ({ runtime }: TestApp, { userId }: TestUser) =>
  runtime.database.write((tx) => tx.delete(memberships).where(eq(memberships.userId, userId)))
const transactions = { report: 'transactions', format: 'csv' } as const

test('periods end at midnight in Lagos, and reports are due at 06:00', () => {
  const last = (frequency: 'daily' | 'weekly' | 'monthly', at: string) => {
    const { from, to } = lastPeriod(frequency, new Date(at))
    return `${from} ${to}`
  }
  // 23:30 UTC on the last day of October is November in Lagos.
  assert.equal(last('monthly', '2030-10-31T22:30:00Z'), '2030-09-01 2030-09-30')
  assert.equal(last('monthly', '2030-10-31T23:30:00Z'), '2030-10-01 2030-10-31')
  assert.equal(last('monthly', '2032-02-29T23:30:00Z'), '2032-02-01 2032-02-29')
  assert.equal(last('monthly', '2030-12-31T23:30:00Z'), '2030-12-01 2030-12-31')
  assert.equal(last('daily', '2030-10-31T23:30:00Z'), '2030-10-31 2030-10-31')
  assert.equal(last('weekly', '2030-11-03T22:59:00Z'), '2030-10-21 2030-10-27')
  assert.equal(last('weekly', '2030-11-03T23:00:00Z'), '2030-10-28 2030-11-03')
  const next = (frequency: 'daily' | 'weekly' | 'monthly', at: string) =>
    nextReportTime(frequency, new Date(at)).toISOString()
  assert.equal(next('daily', '2030-10-31T23:30:00Z'), '2030-11-01T05:00:00.000Z')
  assert.equal(next('monthly', '2030-10-31T23:30:00Z'), '2030-11-01T05:00:00.000Z')
  assert.equal(next('monthly', '2030-11-01T05:00:00Z'), '2030-12-01T05:00:00.000Z')
  assert.equal(next('monthly', '2031-01-31T12:00:00Z'), '2031-02-01T05:00:00.000Z')
  assert.equal(next('weekly', '2030-11-04T05:00:00Z'), '2030-11-11T05:00:00.000Z')
})

test('a report is sent once per period to each recipient, by two processes, also for periods during which none was running', async (t) => {
  const { app, ade, bola, call } = await twoMembers(t)
  const beside = await testApp(t, {}, app)
  const people = (await call(listReportRecipients, {})).content
  assert.deepEqual(
    people.map(({ email }) => email),
    [ade.email, bola.email],
  )
  const schedule = await call(createReportSchedule, {
    ...transactions,
    frequency: 'daily',
    recipientIds: people.map(({ id }) => id),
  })
  assert.equal(schedule.nextAt, '2030-10-31T05:00:00.000Z')
  const send = async () => {
    await Promise.all([app, beside, app].map(({ runtime }) => runNow(runtime, 'send-reports')))
    await Promise.all([app.drain(), beside.drain()])
  }
  app.forward(9 * hourMs) // 05:00 in Lagos
  await send()
  assert.equal((await reportsTo(app, ade)).length, 0)
  // Nothing runs for two days: 31 October and 1 November are sent afterwards.
  app.forward(49 * hourMs + 60_000)
  for (let run = 0; run < 4; run++) await send()
  const titles = (await reportsTo(app, ade)).map(({ subject }) => subject)
  assert.deepEqual(
    titles.sort(),
    [
      '[Test] Transactions: 30 Oct 2030 (Ade Stores)',
      '[Test] Transactions: 31 Oct 2030 (Ade Stores)',
      '[Test] Transactions: 01 Nov 2030 (Ade Stores)',
    ].sort(),
  )
  assert.equal((await reportsTo(app, bola)).length, 3)
  const { content } = await call(listReportRuns, {})
  assert.deepEqual(
    content.map(({ from, status, delivered, recipients }) => [from, status, delivered, recipients]).sort(),
    ['2030-10-30', '2030-10-31', '2030-11-01'].map((day) => [day, 'sent', 2, 2]),
  )
  assert.equal((await call(listReportSchedules, {})).content[0]!.nextAt, '2030-11-03T05:00:00.000Z')
})

test('a report is in the list for 90 days', async (t) => {
  const { app, ade, call } = await twoMembers(t)
  const [recipient] = (await call(listReportRecipients, {})).content.filter(({ email }) => email === ade.email)
  await call(createReportSchedule, { ...transactions, frequency: 'daily', recipientIds: [recipient!.id] })
  app.forward(10 * hourMs + 60_000)
  await runNow(app.runtime, 'send-reports')
  const countAfter = async (days: number) => {
    app.forward(days * 24 * hourMs)
    await runNow(app.runtime, 'purge-expired')
    return app.runtime.database.read((tx) => tx.$count(reportRuns))
  }
  assert.deepEqual([await countAfter(89), await countAfter(2)], [1, 0])
})

test('the email first says what the report has, for which days, and links to a page that requires signing in', async (t) => {
  const { app, ade, call } = await twoMembers(t)
  const schedule = await call(createReportSchedule, {
    report: 'journal',
    template: 'xero',
    format: 'csv',
    frequency: 'monthly',
    recipientIds: [ade.userId],
  })
  const run = await call(sendReportNow, { id: schedule.id })
  assert.deepEqual([run.from, run.to, run.status, run.trigger], ['2030-09-01', '2030-09-30', 'sending', 'request'])
  await assert.rejects(call(sendReportNow, { id: schedule.id }), errorWith(409, 'report_sent'))
  await app.drain()
  const [mail, ...more] = await reportsTo(app, ade)
  assert.deepEqual(more, [])
  assert.match(
    mail!.text,
    /This report contains the double-entry journal by day of Ade Stores, 01 Sep 2030 to 30 Sep 2030 \(days in Lagos\), as a CSV file for Xero\./,
  )
  assert.ok(mail!.text.includes(`/open?business=${ade.merchantId}&mode=TEST&to=%2Freports%3Freport%3D${run.id}`))
  assert.equal((await call(getReportRun, { id: run.id })).status, 'sent')
  const stranger = app.as(await app.createUser('Eve'))
  await assert.rejects(stranger.call(getReportRun, { id: run.id }), errorWith(404, 'report_not_found'))
  for (const endpoint of [pauseReportSchedule, resumeReportSchedule, deleteReportSchedule, sendReportNow])
    await assert.rejects(stranger.call(endpoint, { id: schedule.id }), errorWith(404, 'report_schedule_not_found'))
  await assert.rejects(app.asNobody().call(getReportRun, { id: run.id }), errorWith(401, 'unauthenticated'))
})

test('the sums of the email are those of its file, also of a payment that began on the last day of a month', async (t) => {
  const { app, ade, call } = await twoMembers(t)
  const link = await call(createPaymentLink, { name: 'Shoes', amountKobo: 500_000, feeBearer: 'merchant' })
  for (const report of ['transactions', 'settlements', 'fees'] as const)
    await call(createReportSchedule, { report, format: 'csv', frequency: 'monthly', recipientIds: [ade.userId] })
  const payer = app.asNobody()
  app.stopClock(lagos('2030-10-31T23:58:00'))
  const begun = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { accessCode } = await payer.call(startPayment, begun)
  app.stopClock(lagos('2030-11-01T00:05:00'))
  await payer.call(payByCard, { accessCode, number: '4084084084084081', expiryMonth: 12, expiryYear: 2039, cvv: '408' })
  app.stopClock(lagos('2030-11-01T06:01:00'))
  await runNow(app.runtime, 'send-reports')
  await app.drain()
  const mails = await reportsTo(app, ade)
  const textOf = (name: string) => mails.find(({ subject }) => subject.startsWith(`[Test] ${name}`))!.text
  const october = { from: '2030-10-01', to: '2030-10-31' }
  const file = await call(downloadPayments, { ...october, columns: 'amount,fee,vat' })
  assert.deepEqual(file.trim().split('\r\n').slice(1), ['5000.00,175.00,13.13'])
  assert.match(textOf('Transactions'), /31 Oct 2030 \(days in Lagos on which they started\), as a CSV file\./)
  assert.match(
    textOf('Transactions'),
    /Transactions: 1\nGross: NGN\u00a05,000\.00\nFees and VAT: NGN\u00a0188\.13\nRefunded: NGN\u00a00\.00\nNet: NGN\u00a04,811\.87\n/,
  )
  assert.match(
    textOf('Settlements'),
    /Settlements paid out: 0\nPaid out: NGN\u00a00\.00\nSettlements not paid out: 0\n/,
  )
  assert.match(textOf('Fees'), /Successful payments: 0\nGross: NGN\u00a00\.00\n/)
})

test('a paused report skips the periods that end meanwhile; a deleted one is never sent; a change applies from the next period', async (t) => {
  const { app, ade, call } = await twoMembers(t)
  const given = { ...transactions, frequency: 'daily' as const, recipientIds: [ade.userId] }
  const { id } = await call(createReportSchedule, given)
  assert.equal((await call(pauseReportSchedule, { id })).nextAt, null)
  app.forward(3 * 24 * hourMs)
  await runNow(app.runtime, 'send-reports')
  assert.equal((await call(resumeReportSchedule, { id })).nextAt, '2030-11-03T05:00:00.000Z')
  await runNow(app.runtime, 'send-reports')
  assert.deepEqual((await call(listReportRuns, {})).content, [])
  const changed = await call(updateReportSchedule, { id, ...given, frequency: 'weekly', format: 'xlsx' })
  assert.deepEqual([changed.nextAt, changed.format], ['2030-11-04T05:00:00.000Z', 'xlsx'])
  app.forward(34 * hourMs + 60_000)
  await runNow(app.runtime, 'send-reports')
  await app.drain()
  const [run] = (await call(listReportRuns, {})).content
  assert.deepEqual([run!.from, run!.to, run!.format, run!.status], ['2030-10-28', '2030-11-03', 'xlsx', 'sent'])
  await call(deleteReportSchedule, { id })
  app.forward(10 * 24 * hourMs)
  await runNow(app.runtime, 'send-reports')
  assert.equal((await call(listReportRuns, {})).content.length, 1)
  assert.equal((await call(getReportRun, { id: run!.id })).id, run!.id)
})

test('the same report is not scheduled twice for the same people, also by two requests at once', async (t) => {
  const { ade, bola, call } = await twoMembers(t)
  const given = { ...transactions, frequency: 'daily' as const, recipientIds: [ade.userId, bola.userId] }
  const exists = errorWith(409, 'report_schedule_exists')
  const created = await Promise.allSettled([call(createReportSchedule, given), call(createReportSchedule, given)])
  assert.deepEqual(created.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const turned = { ...given, recipientIds: [bola.userId, ade.userId] }
  await assert.rejects(call(createReportSchedule, turned), exists)
  // The layout of a journal is ignored for other reports.
  await assert.rejects(call(createReportSchedule, { ...given, template: 'xero' }), exists)
  const [first] = (await call(listReportSchedules, {})).content
  await call(pauseReportSchedule, { id: first!.id })
  await assert.rejects(call(createReportSchedule, given), { message: /It is paused: resume it instead$/ })

  const journal = { ...given, report: 'journal', template: 'xero' } as const
  for (const other of [
    { ...given, recipientIds: [ade.userId] },
    { ...given, frequency: 'weekly' as const },
    { ...given, format: 'xlsx' as const },
    journal,
    { ...journal, template: 'sage' as const },
  ])
    await call(createReportSchedule, other)
  const { content } = await call(listReportSchedules, {})
  assert.equal(content.length, 6)
  const weekly = content.find(({ frequency }) => frequency === 'weekly')!
  await assert.rejects(call(updateReportSchedule, { id: weekly.id, ...given }), exists)
  await call(updateReportSchedule, { id: weekly.id, ...given, frequency: 'weekly', format: 'xlsx' })
  await call(updateReportSchedule, { id: weekly.id, ...given, frequency: 'weekly', format: 'xlsx' })
  await call(deleteReportSchedule, { id: first!.id })
  await call(createReportSchedule, given)
})

test('only members with a verified address get reports; without any the schedule is paused and the members are told', async (t) => {
  const { app, ade, bola, call } = await twoMembers(t)
  const eve = await app.createUser('Eve')
  const given = { ...transactions, frequency: 'daily' } as const
  const rejects = (recipientIds: string[]) =>
    assert.rejects(call(createReportSchedule, { ...given, recipientIds }), {
      status: 422,
      fields: [{ field: 'recipientIds', message: 'Choose members of this business with a verified email address' }],
    })
  await rejects([eve.userId])
  const verify = (emailVerifiedAt: Date | null) =>
    app.runtime.database.write((tx) => tx.update(users).set({ emailVerifiedAt }).where(eq(users.id, bola.userId)))
  await verify(null)
  await rejects([ade.userId, bola.userId])
  await verify(new Date())
  await assert.rejects(
    call(createReportSchedule, { ...given, report: 'journal', format: 'xlsx', recipientIds: [ade.userId] }),
    errorWith(422, 'validation_error'),
  )
  const both = await call(createReportSchedule, { ...given, recipientIds: [ade.userId, bola.userId] })
  const alone = await call(createReportSchedule, { ...given, recipientIds: [bola.userId] })
  // Bola leaves between the report and its email.
  await call(sendReportNow, { id: both.id })
  await leave(app, bola)
  await app.drain()
  const [run] = (await call(listReportRuns, {})).content
  assert.deepEqual([run!.status, run!.delivered, run!.recipients], ['sent', 1, 2])
  assert.equal((await reportsTo(app, bola)).length, 0)
  app.forward(11 * hourMs)
  await runNow(app.runtime, 'send-reports')
  await app.drain()
  const after = new Map((await call(listReportSchedules, {})).content.map((one) => [one.id, one]))
  assert.deepEqual([after.get(alone.id)!.nextAt, after.get(alone.id)!.lastRun!.status], [null, 'failed'])
  assert.equal(after.get(both.id)!.lastRun!.status, 'sent')
  assert.ok(after.get(both.id)!.nextAt)
  const { content: told } = await call(listNotifications, {})
  assert.deepEqual(
    told.filter(({ path }) => path === '/reports').map(({ title }) => title),
    ['Report not sent: Transactions, every day'],
  )
  assert.equal((await reportsTo(app, bola)).length, 0)
})

test('an email that the mail server rejects is tried for a day; then the report has failed and the members are told', async (t) => {
  const { app, ade, call } = await twoMembers(t, { SMTP_URL: 'smtp://127.0.0.1:1' })
  const { id } = await call(createReportSchedule, { ...transactions, frequency: 'daily', recipientIds: [ade.userId] })
  const { id: runId } = await call(sendReportNow, { id })
  const payload = { merchantId: ade.merchantId, runId, userId: ade.userId }
  const deliver = () => runJob(app.runtime, 'send-report', payload, ade.merchantId)
  await assert.rejects(deliver)
  const waiting = await call(getReportRun, { id: runId })
  assert.deepEqual(
    [waiting.status, waiting.failure],
    ['sending', 'The mail server has not accepted an email yet. We try again for a day.'],
  )
  app.forward(24 * hourMs)
  await deliver()
  assert.equal((await call(getReportRun, { id: runId })).status, 'failed')
  await deliver()
  const { content: told } = await call(listNotifications, {})
  assert.equal(told.filter(({ title }) => title.startsWith('Report not sent')).length, 1)
})

test('a test business that moves its clock gets each report of the time between', async (t) => {
  const { app, ade, call } = await twoMembers(t)
  await call(createReportSchedule, { ...transactions, frequency: 'weekly', recipientIds: [ade.userId] })
  await call(moveTestClock, { to: lagos('2030-11-19T12:00:00').toISOString() })
  await app.drain()
  assert.deepEqual(
    (await reportsTo(app, ade)).map(({ subject }) => subject).sort(),
    ['04 Nov 2030 to 10 Nov 2030', '11 Nov 2030 to 17 Nov 2030', '28 Oct 2030 to 03 Nov 2030'].map(
      (days) => `[Test] Transactions: ${days} (Ade Stores)`,
    ),
  )
})
