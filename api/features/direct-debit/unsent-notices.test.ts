import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { cancelDebit, debitNow } from '@adire/contract/direct-debit.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { outbox } from '../../jobs/tables.ts'
import { formatDay } from '../../lagos.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { debitFixture } from '../../testing/debit-fixture.ts'
import { runJob, runNow } from '../../testing/drain.ts'
import { mailsTo } from '../../testing/mails.ts'
import { dayFromNow } from '../../testing/mandates.ts'
import { mandateDebits } from './tables.ts'

/** Mandates whose notices are sent by hand: the queue would repeat one that failed. */
async function noticesFixture(t: TestContext) {
  const fixture = await debitFixture(t)
  const { api, user, debits } = fixture
  const mailNotice = async (mandateId: string, { runtime }: TestApp) => {
    const [debit] = await debits(mandateId)
    const enqueued = await api.runtime.database.read((tx) =>
      tx
        .select()
        .from(outbox)
        .where(eq(outbox.key, `${debit!.id}:notice`)),
    )
    await runJob(runtime, enqueued[0]!.job, enqueued[0]!.payload, user.merchantId)
  }
  const shown = async (mandateId: string) => {
    const [debit] = await debits(mandateId)
    return [debit!.status, debit!.attempts, debit!.noticedAt, debit!.nextAttemptAt]
  }
  const isoAt = (...when: Parameters<typeof fixture.at>) => {
    fixture.at(...when)
    return api.runtime.clock().toISOString()
  }
  const subjects = async (email: string) => (await mailsTo(api, email)).map(({ subject }) => subject)
  const runDebitJobs = async () => {
    for (const job of ['notify-of-debits', 'debit-mandates']) await runNow(api.runtime, job)
  }
  return { ...fixture, mailNotice, shown, isoAt, subjects, runDebitJobs }
}

test('a debit waits while the mail server is down, and is made a day after its notice', async (t) => {
  const { api, mandate, plan, debits, isoAt, shown, mailNotice, subjects, runDebitJobs } = await noticesFixture(t)
  const withoutMail = await testApp(t, { SMTP_URL: 'smtp://127.0.0.1:1' }, api)
  const id = await mandate({ customerEmail: 'chi@example.com' })
  const ending = await mandate({ endOn: dayFromNow(api, 3) })
  for (const one of [id, ending]) await plan(one, 100_000, dayFromNow(api, 3))
  const [fourth, fifth, third] = [isoAt(4, 9), isoAt(5, 9), isoAt(3, 9)]
  isoAt(2, 9)
  await runDebitJobs()
  await assert.rejects(mailNotice(id, withoutMail), /ECONNREFUSED/)
  assert.deepEqual(await shown(id), ['scheduled', 0, null, third])

  isoAt(3, 9)
  await runDebitJobs()
  await assert.rejects(mailNotice(id, withoutMail), /ECONNREFUSED/)
  assert.deepEqual(await shown(id), ['scheduled', 0, null, fourth])
  assert.equal((await debits(ending))[0]!.status, 'cancelled')

  const backAt = isoAt(3, 15)
  await api.drain()
  assert.deepEqual(await shown(id), ['scheduled', 0, backAt, fifth])
  const announced = (await subjects('chi@example.com')).filter((subject) => /will debit/.test(subject))
  assert.deepEqual([announced.length, announced[0]!.endsWith(formatDay(fifth.slice(0, 10)))], [1, true])
  // Nobody was told of the debit of the mandate that ended.
  assert.ok(!(await subjects('ada@example.com')).some((subject) => /will (not )?debit/.test(subject)))
  for (const [day, status] of [
    [4, 'scheduled'],
    [5, 'success'],
  ] as const) {
    isoAt(day, 9)
    await runDebitJobs()
    assert.equal((await debits(id))[0]!.status, status)
  }
})

test('a debit whose customer could not be notified until five days after its day is cancelled, and the business is notified', async (t) => {
  const { api, call, mandate, plan, debits, isoAt, shown, mailNotice, subjects, runDebitJobs } = await noticesFixture(t)
  const withoutMail = await testApp(t, { SMTP_URL: 'smtp://127.0.0.1:1' }, api)
  const id = await mandate({ customerEmail: 'chi@example.com' })
  await plan(id, 100_000, dayFromNow(api, 2))
  isoAt(1, 9)
  await runDebitJobs()
  await assert.rejects(mailNotice(id, withoutMail), /ECONNREFUSED/)
  for (const day of [2, 3, 4, 5, 6]) {
    const tomorrow = isoAt(day + 1, 9)
    isoAt(day, 9)
    await runDebitJobs()
    assert.deepEqual(await shown(id), ['scheduled', 0, null, tomorrow])
  }
  isoAt(7, 9)
  await runDebitJobs()
  const [{ status, failure }] = (await debits(id)) as [Awaited<ReturnType<typeof debits>>[number]]
  assert.deepEqual([status, failure!.code], ['cancelled', 'notice_not_sent'])
  const { content } = await call(listNotifications, {})
  assert.equal(content.filter(({ title }) => title === 'A debit was cancelled').length, 1)
  await api.drain()
  assert.ok(!(await subjects('chi@example.com')).some((subject) => /will (not )?debit/.test(subject)))
})

test('a debit that is cancelled before its notice could be sent is announced neither way', async (t) => {
  const { api, call, mandate, subjects, mailNotice } = await noticesFixture(t)
  const withoutMail = await testApp(t, { SMTP_URL: 'smtp://127.0.0.1:1' }, api)
  const id = await mandate()
  const { id: debitId, noticedAt } = await call(debitNow, { id, amountKobo: 300_000 })
  assert.equal(noticedAt, null)
  await assert.rejects(mailNotice(id, withoutMail), /ECONNREFUSED/)
  await call(cancelDebit, { id: debitId })
  await api.drain()
  assert.ok(!(await subjects('ada@example.com')).some((subject) => /will (not )?debit/.test(subject)))
})

test('a debit waits for a mail server that rejects every email, but not for an address that does not exist', async (t) => {
  const { api, call, mandate, shown, isoAt, mailNotice } = await noticesFixture(t)
  const answers: Record<string, string> = {
    'nobody@example.com': '5.1.1 No such mailbox',
    'chi@example.com': '5.7.1 Relaying denied',
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(Object.assign(new Error(answers[address]), { responseCode: 550 })),
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => new Promise<void>((closed) => server.close(closed)))
  const { port } = server.server.address() as AddressInfo
  const rejecting = await testApp(t, { SMTP_URL: `smtp://127.0.0.1:${port}` }, api)
  const now = isoAt(0, 9)
  const [unknown, denied] = [
    await mandate({ customerEmail: 'nobody@example.com' }),
    await mandate({ customerEmail: 'chi@example.com' }),
  ]
  for (const id of [unknown, denied]) await call(debitNow, { id, amountKobo: 300_000 })
  await mailNotice(unknown, rejecting)
  await assert.rejects(mailNotice(denied, rejecting), /Relaying denied/)
  assert.deepEqual([(await shown(unknown))[2], (await shown(denied))[2]], [now, null])
})

test('a notice that the version before had enqueued is sent, and its debit is not postponed', async (t) => {
  const { api, user, mandate, plan, debits, at, subjects, runDebitJobs } = await noticesFixture(t)
  const id = await mandate({ customerEmail: 'old@example.com' })
  await plan(id, 100_000, dayFromNow(api, 2))
  const [debit] = await debits(id)
  at(1, 9)
  await api.runtime.database.write((tx) =>
    tx
      .update(mandateDebits)
      .set({ noticeAt: null, noticedAt: api.runtime.clock() })
      .where(eq(mandateDebits.id, debit!.id)),
  )
  const notice = { merchantId: user.merchantId, id: debit!.id, what: 'notice' }
  await runJob(api.runtime, 'mail-debit', notice, user.merchantId)
  assert.ok((await subjects('old@example.com')).some((subject) => /will debit/.test(subject)))
  at(2, 9)
  await runDebitJobs()
  assert.notEqual((await debits(id))[0]!.status, 'scheduled')
})
