import assert from 'node:assert/strict'
import { test } from 'node:test'
import { earliestDebitDay } from '@adire/contract/debit-notice.ts'
import { cancelDebit, cancelMandate, debitNow, getDebitCalendar } from '@adire/contract/direct-debit.ts'
import { skipDebit, stopMandate } from '@adire/contract/mandate-page.ts'
import { formatDay } from '../../lagos.ts'
import { debitFixture } from '../../testing/debit-fixture.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { dayFromNow, testAccounts } from '../../testing/mandates.ts'
import { collectEvents } from '../../testing/received-events.ts'

const tooMuch = errorWith(422, 'above_mandate', 'amountKobo')

test('the notice of a later debit is sent at nine the day before, not earlier', async (t) => {
  const { mandate, plan, debits, at, runDebitJobs, api } = await debitFixture(t)
  const id = await mandate()
  await plan(id, 100_000, dayFromNow(api, 5))
  const noticedAt = async () => (await debits(id))[0]!.noticedAt
  at(4, 9, -1)
  await runDebitJobs()
  assert.equal(await noticedAt(), null)
  at(4, 9)
  await runDebitJobs()
  assert.equal(await noticedAt(), api.runtime.clock().toISOString())
})

test('the first possible day of a debit begins at least 24 hours ahead, also at midnight and at the end of a month', () => {
  const days = ['2026-11-30T08:00:00.000Z', '2026-11-30T08:00:00.001Z', '2026-11-30T23:30:00Z', '2028-02-28T09:00:00Z']
  assert.deepEqual(
    days.map((at) => earliestDebitDay(new Date(at))),
    ['2026-12-01', '2026-12-02', '2026-12-02', '2028-03-01'],
  )
})

test('a customer is notified of a debit on demand at least a day before it, and it can be cancelled until it starts', async (t) => {
  const { api, call, mandate, seen, debits, at, runDebitJobs } = await debitFixture(t)
  const id = await mandate({ maxTotalKobo: 500_000, customerEmail: 'chi@example.com' })
  at(0, 15)
  const request = () => call(debitNow, { id, amountKobo: 300_000 }, { idempotencyKey: 'one' })
  const debit = await request()
  assert.deepEqual([(await request()).id, (await debits(id)).length], [debit.id, 1])
  const now = api.runtime.clock().toISOString()
  assert.deepEqual([debit.status, debit.dueOn, debit.noticedAt], ['scheduled', dayFromNow(api, 2), null])
  assert.equal((await seen(id)).leftKobo, 200_000)
  await assert.rejects(call(debitNow, { id, amountKobo: 200_001 }), tooMuch)
  const mails = async () => {
    await api.drain()
    return (await mailsTo(api, 'chi@example.com')).filter(({ subject }) => /debits? NGN/.test(subject))
  }
  const [notice] = await mails()
  assert.equal((await debits(id))[0]!.noticedAt, now)
  const url = (await seen(id)).consentUrl!
  for (const part of [formatDay(debit.dueOn).slice(3, 6), '3,000.00', url]) assert.ok(notice!.text.includes(part), part)
  at(2, 9, -1)
  await runDebitJobs()
  assert.equal((await debits(id))[0]!.attempts, 0)
  await call(cancelDebit, { id: debit.id })
  assert.deepEqual((await mails()).map(({ subject }) => subject.includes('will not debit')).sort(), [false, true])

  const stopped = await call(debitNow, { id, amountKobo: 300_000 })
  await api.asNobody().call(stopMandate, { accessCode: url.split('/').at(-1)! })
  at(4, 9)
  await runDebitJobs()
  const [last] = await debits(id)
  assert.deepEqual([last!.id, last!.status, (await seen(id)).debitedKobo], [stopped.id, 'cancelled', 0])
  const { days } = await call(getDebitCalendar, { from: dayFromNow(api, -5), to: dayFromNow(api, 5) })
  assert.deepEqual(days, [])
})

test('the email about a cancelled debit says that the direct debit continues only if it does', async (t) => {
  const { api, call, mandate, mailNotices } = await debitFixture(t)
  const [ended, kept] = [await mandate(), await mandate({ customerEmail: 'chi@example.com' })]
  for (const id of [ended, kept]) {
    const debit = await call(debitNow, { id, amountKobo: 300_000 })
    await mailNotices()
    await call(cancelDebit, { id: debit.id })
  }
  await call(cancelMandate, { id: ended })
  await api.drain()
  const texts = async (email: string) =>
    (await mailsTo(api, email))
      .filter(({ subject }) => subject.includes('will not debit'))
      .map(({ text }) => text.includes('Your direct debit continues.'))
  assert.deepEqual([await texts('ada@example.com'), await texts('chi@example.com')], [[false], [true]])
})

test('the email about an ended mandate names a debit that the bank has already, and no other', async (t) => {
  const { api, call, simulate, mandate } = await debitFixture(t)
  const emails = ['ada@example.com', 'chi@example.com']
  for (const [index, customerEmail] of emails.entries()) {
    const id = await mandate({ customerEmail })
    const debit = await call(debitNow, { id, amountKobo: 300_000 })
    if (index === 0) await simulate('debit', debit.id, 'no_answer')
    await call(cancelMandate, { id })
  }
  await api.drain()
  const texts = emails.map(async (email) => {
    const ended = (await mailsTo(api, email)).find(({ subject }) => subject.includes('has ended'))
    return /A debit of NGN.3,000\.00 is at your bank already and may still be made/.test(ended!.text)
  })
  assert.deepEqual(await Promise.all(texts), [true, false])
})

test('a customer who was told of a debit is told when the bank suspends the mandate', async (t) => {
  const { api, call, simulate, mandate, plan } = await debitFixture(t)
  const id = await mandate()
  await call(debitNow, { id, amountKobo: 300_000 })
  await plan(id, 100_000, dayFromNow(api, 9))
  await api.drain()
  await simulate('mandate', id, 'suspend')
  await api.drain()
  const mails = (await mailsTo(api, 'ada@example.com')).filter(({ subject }) => /will not debit/.test(subject))
  // Nobody was told of the later debit yet.
  assert.deepEqual(
    mails.map(({ subject }) => /NGN.\S+$/.exec(subject)?.[0].replace('\u00a0', ' ')),
    ['NGN 3,000.00'],
  )
  assert.match(mails[0]!.text, /Your bank has suspended this direct debit, so the debit of NGN.3,000\.00/)
  assert.doesNotMatch(mails[0]!.text, /continues/)
})

test('a customer skips one announced debit until it is at the bank, and the mandate continues', async (t) => {
  const { api, user, call, mandate, seen, debits, at, mailNotices, runDebitJobs } = await debitFixture(t)
  const receivedEvents = await collectEvents(t, api, user)
  const id = await mandate({ maxTotalKobo: 500_000, customerEmail: 'chi@example.com' })
  const other = await mandate({ customerEmail: 'dayo@example.com' })
  const debit = await call(debitNow, { id, amountKobo: 300_000 })
  await api.drain()
  const accessCode = (await seen(id)).consentUrl!.split('/').at(-1)!
  const customer = api.asNobody().call
  const notice = (await mailsTo(api, 'chi@example.com')).find(({ text }) => text.includes(`?skip=${debit.id}`))
  assert.match(notice!.text, new RegExp(`View or cancel direct debit: \\S+/mandate/${accessCode}$`, 'm'))
  assert.doesNotMatch(notice!.text, /link removed/)
  const strangerCode = (await seen(other)).consentUrl!.split('/').at(-1)!
  const byStranger = customer(skipDebit, { accessCode: strangerCode, id: debit.id })
  await assert.rejects(byStranger, errorWith(404, 'debit_not_found'))

  const page = await fetch(`${api.url}/mandate/${accessCode}?skip=${debit.id}`)
  assert.match(await page.text(), /Skip the debit of NGN.3,000\.00 on/)
  const answers = await Promise.all(Array.from({ length: 3 }, () => customer(skipDebit, { accessCode, id: debit.id })))
  assert.deepEqual([answers[0]!.coming, answers[0]!.past.map(({ status }) => status)], [[], ['cancelled']])
  const [skipped] = await debits(id)
  assert.deepEqual(
    [skipped!.status, skipped!.failure?.code, (await seen(id)).leftKobo],
    ['cancelled', 'skipped_by_customer', 500_000],
  )
  at(2, 9)
  await runDebitJobs()
  assert.equal((await debits(id))[0]!.attempts, 0)
  assert.equal((await receivedEvents()).filter(({ type }) => type === 'debit.skipped').length, 1)
  assert.equal((await mailsTo(api, 'chi@example.com')).filter(({ subject }) => /You skipped/.test(subject)).length, 1)
  const { days } = await call(getDebitCalendar, { from: dayFromNow(api, -5), to: dayFromNow(api, 5) })
  assert.deepEqual(
    days.map((day) => [day.skipped, day.count, day.totalKobo, day.debits[0]!.status]),
    [[1, 0, 0, 'skipped']],
  )
  assert.equal((await seen(id)).status, 'active')

  const second = await call(debitNow, { id, amountKobo: 200_000 })
  await mailNotices()
  at(4, 9)
  await runDebitJobs()
  const tooLate = customer(skipDebit, { accessCode, id: second.id })
  await assert.rejects(tooLate, errorWith(409, 'debit_not_cancellable'))
  assert.equal((await debits(id))[0]!.status, 'success')
})

test('a debit whose notice could not be sent in time waits for a day after its notice, or is dropped at the end of the mandate', async (t) => {
  const { api, mandate, plan, debits, at, mailNotices, runDebitJobs } = await debitFixture(t)
  const id = await mandate()
  const ending = await mandate({ endOn: dayFromNow(api, 2) })
  for (const one of [id, ending]) await plan(one, 100_000, dayFromNow(api, 2))
  at(2, 9)
  await runNow(api.runtime, 'debit-mandates')
  await mailNotices()
  const [late] = await debits(id)
  const now = api.runtime.clock().toISOString()
  assert.deepEqual([late!.status, late!.attempts, late!.noticedAt], ['scheduled', 0, now])
  assert.equal((await debits(ending))[0]!.status, 'cancelled')
  at(3, 9)
  assert.equal(late!.nextAttemptAt, api.runtime.clock().toISOString())
  await runDebitJobs()
  assert.equal((await debits(id))[0]!.status, 'success')
})

test('a debit whose notice was missed while the product did not run is announced once, and made a day later, also by two processes', async (t) => {
  const { api, mandate, plan, debits, at, mailNotices, runDebitJobs } = await debitFixture(t)
  const [missed, late, nearly] = [await mandate(), await mandate(), await mandate()]
  await plan(missed, 100_000, dayFromNow(api, 2))
  await plan(nearly, 200_000, dayFromNow(api, 3))
  await plan(late, 300_000, dayFromNow(api, 5))
  /** Both jobs run at once, in either order. */
  const runTwice = async () => {
    const jobs = ['notify-of-debits', 'debit-mandates']
    await Promise.all([...jobs, ...jobs].map((job) => runNow(api.runtime, job)))
    await mailNotices()
  }
  const shown = async (id: string) => {
    const [debit] = await debits(id)
    return [debit!.status, debit!.attempts, debit!.noticedAt, debit!.nextAttemptAt]
  }
  const isoAt = (...when: Parameters<typeof at>) => {
    at(...when)
    return api.runtime.clock().toISOString()
  }
  const [third, fourth, sixth] = [isoAt(3, 9), isoAt(4, 9), isoAt(6, 9)]
  const restartedAt = isoAt(2, 10)
  await runTwice()
  assert.deepEqual(await shown(missed), ['scheduled', 0, restartedAt, fourth])
  // An hour does not count.
  assert.deepEqual(await shown(nearly), ['scheduled', 0, restartedAt, third])
  await runDebitJobs()
  const lateAt = isoAt(4, 10, 1)
  await runTwice()
  assert.deepEqual(await shown(late), ['scheduled', 0, lateAt, sixth])
  await api.drain()
  const notices = (await mailsTo(api, 'ada@example.com')).filter(({ subject }) =>
    /will debit NGN.3,000\.00/.test(subject),
  )
  assert.deepEqual([notices.length, (await debits(missed))[0]!.status], [1, 'success'])
  assert.ok(notices[0]!.subject.endsWith(formatDay(dayFromNow(api, 2))), notices[0]!.subject)
  at(5, 9)
  await runTwice()
  assert.equal((await debits(late))[0]!.attempts, 0)
  at(6, 9)
  await runTwice()
  assert.deepEqual([(await debits(late))[0]!.status, (await debits(late))[0]!.attempts], ['success', 1])
})

test('debits scheduled for missed days are not made after the last day of the mandate', async (t) => {
  const { api, mandate, plan, debits, at, runDebitJobs } = await debitFixture(t)
  const id = await mandate({ endOn: dayFromNow(api) })
  await plan(id, 100_000)
  at(2, 0)
  await runDebitJobs()
  const [dropped] = await debits(id)
  assert.deepEqual([dropped!.status, dropped!.attempts, dropped!.paymentId], ['cancelled', 0, null])
})

test('an email about a debit that waited for the mail server is not sent when it is no longer true', async (t) => {
  const { api, mandate, plan, debits, at, runDebitJobs } = await debitFixture(t)
  const subjects = async () => (await mailsTo(api, 'ada@example.com')).map(({ subject }) => subject)
  const id = await mandate({ accountNumber: testAccounts.unavailableOnce })
  await api.drain()
  const before = await subjects()
  await plan(id, 100_000, dayFromNow(api, 2))
  for (const [day, status] of [
    [1, 'scheduled'],
    [2, 'retrying'],
    [3, 'success'],
  ] as const) {
    at(day, 9)
    await runDebitJobs()
    assert.equal((await debits(id))[0]!.status, status)
  }
  // The job of the failure runs only now, when the debit is paid.
  await api.drain()
  assert.deepEqual(
    (await subjects()).slice(before.length).map((subject) => /Your payment|debit/.exec(subject)?.[0]),
    ['debit', 'Your payment'],
  )
})
