import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blacklistCustomer } from '@adire/contract/customers.ts'
import {
  cancelDebit,
  cancelMandate,
  debitNow,
  getDebitCalendar,
  getMandate,
  listMandatePayments,
} from '@adire/contract/direct-debit.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { responseCodes } from '../../connectors/response-codes.ts'
import { debitFixture } from '../../testing/debit-fixture.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { dayFromNow, testAccounts } from '../../testing/mandates.ts'

const tooMuch = errorWith(422, 'above_mandate', 'amountKobo')

test('a mandate debits at most the agreed amount per debit and in total, counting scheduled, processing and retried debits', async (t) => {
  const { api, call, simulate, mandate, debit, plan, seen } = await debitFixture(t)
  const id = await mandate({ maxTotalKobo: 1_000_000 })
  api.forward(dayMs)
  await assert.rejects(debit(id, 500_001), tooMuch)
  const planned = await plan(id, 300_000)
  assert.equal((await debit(id, 500_000)).status, 'success')
  assert.deepEqual([(await seen(id)).debitedKobo, (await seen(id)).leftKobo], [500_000, 200_000])
  await assert.rejects(debit(id, 200_001), tooMuch)
  await assert.rejects(plan(id, 200_001), tooMuch)
  await call(cancelDebit, { id: planned.id })
  assert.equal((await seen(id)).leftKobo, 500_000)

  const open = await plan(id, 490_000)
  for (const name of ['insufficient_funds', 'no_answer']) {
    await simulate('debit', open.id, name)
    assert.equal((await seen(id)).leftKobo, 10_000, name)
    await assert.rejects(debit(id, 10_001), tooMuch)
  }
  await assert.rejects(call(cancelDebit, { id: open.id }), errorWith(409, 'debit_not_cancellable'))
  await simulate('debit', open.id, 'success')
  // Exactly the minimum charge is left.
  assert.deepEqual([(await seen(id)).status, (await seen(id)).debitedKobo], ['active', 990_000])
  await debit(id, 10_000)
  const over = await seen(id)
  assert.deepEqual([over.status, over.debitedKobo, over.debits, over.leftKobo], ['expired', 1_000_000, 3, 0])
  assert.equal(over.standing.reason, 'All of NGN\u00a010,000.00 was debited')
})

test('a debit that failed finally does not count, and is emailed to the business once, with the failures of the day; a remainder below the minimum charge is not debited', async (t) => {
  const { api, user, call, simulate, mandate, debit, plan, seen, debits, at } = await debitFixture(t)
  const id = await mandate({ maxTotalKobo: 509_999 })
  api.forward(dayMs)
  const failed = await plan(id, 500_000)
  await simulate('debit', failed.id, 'insufficient_funds', 'issuer_unavailable')
  await assert.rejects(debit(id, 500_000), tooMuch)
  // The third attempt is the last.
  await simulate('debit', failed.id, 'insufficient_funds')
  assert.deepEqual([(await debits(id))[0]!.status, (await seen(id)).leftKobo], ['failed', 509_999])
  const cancelled = await plan(id, 100_000)
  await simulate('debit', cancelled.id, 'insufficient_funds')
  assert.equal((await call(cancelDebit, { id: cancelled.id })).status, 'cancelled')
  assert.equal((await debit(id, 500_000)).status, 'success')
  const over = await seen(id)
  assert.deepEqual([over.status, over.standing.reason], ['expired', 'Another debit would exceed NGN\u00a05,099.99'])
  await assert.rejects(debit(id, 10_000), errorWith(409, 'mandate_not_active'))
  const digests = async () => {
    await Promise.all([1, 2].map(() => runNow(api.runtime, 'send-digests')))
    await api.drain()
    return (await mailsTo(api, user.email)).filter(({ subject }) => subject.includes('recurring payments'))
  }
  at(1, 17, -1)
  assert.deepEqual(await digests(), [])
  at(1, 17)
  const [digest, ...others] = await digests()
  assert.match(digest!.subject, /2 recurring payments failed or ended/)
  for (const part of ['A debit failed. NGN\u00a05,000.00 of Ada Obi', 'A mandate has expired'])
    assert.ok(digest!.text.includes(part), digest!.text)
  at(3, 17)
  assert.deepEqual([others, (await digests()).length], [[], 1])
})

test('a customer who bears the fee pays it on top, within the agreed total, and the business gets the amount it requested', async (t) => {
  const { api, call, mandate, debit, seen, debits } = await debitFixture(t)
  const bearer = { feeBearer: 'customer' as const }
  await assert.rejects(
    mandate({ ...bearer, maxTotalKobo: 502_702 }),
    errorWith(422, 'validation_error', 'maxTotalKobo'),
  )
  const id = await mandate({ ...bearer, maxTotalKobo: 502_703 + 100_540 })
  assert.equal((await seen(id)).limitKobo, 502_703)
  api.forward(dayMs)
  const { paymentId } = await debit(id, 500_000)
  const { amountKobo, priceKobo } = (await debits(id))[0]!
  assert.deepEqual([amountKobo, priceKobo], [502_703, 500_000])
  const payment = await call(getPayment, { id: paymentId! })
  assert.deepEqual(
    [payment.amountKobo, payment.feeKobo, payment.vatKobo, payment.netKobo],
    [502_703, 2_514, 189, 500_000],
  )
  // A debit of 1,000.00 takes 1,005.41 with the fee; one kobo less is left.
  await assert.rejects(debit(id, 100_000), tooMuch)
  assert.equal((await debit(id, 99_999)).amountKobo, 100_540)
  const exact = await mandate({ ...bearer, maxTotalKobo: 502_703 })
  api.forward(dayMs)
  await debit(exact, 500_000)
  assert.deepEqual([(await seen(exact)).status, (await seen(exact)).debitedKobo], ['expired', 502_703])
})

test('a schedule that equals the total is debited to the end, each time at nine, with a notice the morning before', async (t) => {
  const { api, call, mandate, seen, debits, at, runDebitJobs } = await debitFixture(t)
  const id = await mandate({ kind: 'fixed', frequency: 'daily', maxTotalKobo: 1_000_000 })
  await assert.rejects(call(debitNow, { id, amountKobo: 100_000 }), errorWith(409, 'mandate_fixed'))
  const calendar = () => call(getDebitCalendar, { from: dayFromNow(api), to: dayFromNow(api, 9) })
  const upcoming = await calendar()
  assert.deepEqual(
    [upcoming.days.map(({ debits }) => debits[0]!.status), upcoming.count, upcoming.totalKobo],
    [['scheduled', 'expected'], 2, 1_000_000],
  )
  const ending = await mandate({ kind: 'fixed', frequency: 'daily', endOn: dayFromNow(api, 3) })
  assert.deepEqual([(await calendar()).count, (await calendar()).totalKobo], [5, 2_500_000])
  await call(cancelMandate, { id: ending })
  // At 09:00 on the day before, the notice goes out at once.
  await runDebitJobs()
  const first = (await debits(id))[0]!
  assert.equal(first.noticedAt, first.createdAt)
  at(1, 9, -1)
  await runDebitJobs()
  assert.deepEqual(
    (await debits(id)).map(({ status }) => status),
    ['scheduled'],
  )
  at(1, 9)
  await runDebitJobs()
  await runDebitJobs()
  const [next, paid] = await debits(id)
  assert.deepEqual([paid!.status, next!.status, next!.noticedAt], ['success', 'scheduled', paid!.endedAt])
  assert.deepEqual([(await seen(id)).status, (await seen(id)).leftKobo], ['active', 0])
  at(2, 9)
  await runDebitJobs()
  const over = await seen(id)
  assert.deepEqual([over.status, over.debitedKobo, (await debits(id)).length], ['expired', 1_000_000, 2])
  const past = await call(getDebitCalendar, { from: dayFromNow(api, -2), to: dayFromNow(api, 9) })
  assert.deepEqual(
    past.days.map(({ day, paidKobo, debits }) => [day, paidKobo, debits[0]!.status]),
    [-1, 0].map((days) => [dayFromNow(api, days), 500_000, 'success']),
  )
  assert.deepEqual([past.count, past.totalKobo, past.paid, past.paidKobo], [0, 0, 2, 1_000_000])
})

test('a mandate is debited from its first day to its last, and a decline is retried on the last day, not after', async (t) => {
  const { api, call, mandate, plan, seen, debits, at, mailNotices, runDebitJobs } = await debitFixture(t)
  const days = { startOn: dayFromNow(api, 2), endOn: dayFromNow(api, 3) }
  const id = await mandate(days)
  const poor = await mandate({ ...days, accountNumber: testAccounts.neverPays })
  const byField = errorWith(422, 'validation_error', 'date')
  for (const day of [0, 1, 4]) await assert.rejects(plan(id, 100_000, dayFromNow(api, day)), byField)
  for (const day of [2, 3]) assert.equal((await plan(id, 100_000, dayFromNow(api, day))).status, 'scheduled')
  await plan(poor, 100_000, dayFromNow(api, 2))
  await assert.rejects(call(debitNow, { id, amountKobo: 100_000 }), errorWith(409, 'mandate_not_begun'))
  at(0, 9, 1)
  assert.equal((await call(debitNow, { id, amountKobo: 100_000 })).dueOn, dayFromNow(api, 2))
  await mailNotices()
  for (const day of [1, 2]) {
    at(day, 9)
    await runDebitJobs()
  }
  assert.equal((await call(debitNow, { id, amountKobo: 100_000 })).dueOn, days.endOn)
  await mailNotices()
  at(2, 9, 1)
  await assert.rejects(call(debitNow, { id, amountKobo: 100_000 }), errorWith(409, 'mandate_over'))
  const [waiting] = await debits(poor)
  at(3, 9)
  assert.deepEqual([waiting!.status, waiting!.nextAttemptAt], ['retrying', api.runtime.clock().toISOString()])
  await runDebitJobs()
  const [failed] = await debits(poor)
  assert.deepEqual([failed!.status, failed!.attempts, failed!.nextAttemptAt], ['failed', 2, null])
  at(4, 0, -1)
  await runDebitJobs()
  assert.equal((await seen(id)).status, 'active')
  at(4, 0)
  await runDebitJobs()
  const over = await seen(id)
  assert.deepEqual([over.status, over.standing.reason], ['expired', 'The last day has passed'])
  assert.deepEqual([over.debits, over.debitedKobo], [4, 400_000])
  const { days: past, paid, failed: unpaid } = await call(getDebitCalendar, { from: days.startOn, to: days.endOn })
  assert.deepEqual(
    [past.map(({ day, failed }) => [day, failed]), paid, unpaid],
    [
      [
        [days.startOn, 1],
        [days.endOn, 0],
      ],
      4,
      1,
    ],
  )
})

test('a bank that does not respond is queried for the same debit until it does; the next attempt is another payment, and the amount counts once', async (t) => {
  const { api, call, simulate, mandate, plan, seen, debits, at, runDebitJobs } = await debitFixture(t)
  const id = await mandate()
  const { id: debitId } = await plan(id, 100_000)
  await simulate('debit', debitId, 'no_answer')
  const references = async () =>
    (await call(listMandatePayments, { id })).content.map(({ reference, status }) => `${status} ${reference}`)
  const [requested] = await references()
  assert.match(requested!, /^processing pay_/)
  for (const ms of [59_999, 1]) {
    api.forward(ms)
    await runDebitJobs()
    assert.deepEqual([(await debits(id))[0]!.attempts, await references()], [1, [requested]])
  }
  api.forward(5 * 60_000)
  await runDebitJobs()
  const waiting = (await debits(id))[0]!
  assert.deepEqual([waiting.status, waiting.failure?.code], ['retrying', 'issuer_unavailable'])
  at(1, 9, -1)
  await runDebitJobs()
  assert.equal((await references()).length, 1)
  at(1, 9)
  assert.equal(waiting.nextAttemptAt, api.runtime.clock().toISOString())
  await runDebitJobs()
  await runDebitJobs()
  const [second, first, ...others] = (await references()).map((one) => one.split(' '))
  assert.deepEqual([second![0], first, others], ['success', ['failed', requested!.split(' ')[1]], []])
  const { debitedKobo, debits: paid } = await seen(id)
  assert.deepEqual([debitedKobo, paid, (await debits(id))[0]!.attempts], [100_000, 1, 2])
  const { rows } = await api.runtime.database.read((tx) =>
    tx.$client.query("select reference from sandbox_charges where status = 'success'"),
  )
  assert.deepEqual(
    rows.map(({ reference }) => reference),
    [second![1]],
  )
})

test('a mandate that is not active at its bank, a blacklisted customer and more than a hundred open debits are rejected', async (t) => {
  const { api, call, mandate, debit, plan, debits, at } = await debitFixture(t)
  const id = await mandate({}, ['agree', 'transfer', 'approve'])
  const { id: first } = await plan(id, 10_000)
  await api.runtime.database.write((tx) =>
    tx.$client.query(
      `insert into mandate_debits
       select (jsonb_populate_record(debit, jsonb_build_object('id', uuidv7(), 'reference', 'dbt_' || number))).*
       from mandate_debits debit, generate_series(1, 98) number where debit.id = $1`,
      [first],
    ),
  )
  await plan(id, 10_000)
  const tooMany = errorWith(409, 'too_many_debits')
  await assert.rejects(plan(id, 10_000), tooMany)
  await call(cancelDebit, { id: first })
  await plan(id, 10_000)
  at(1, 9)
  await assert.rejects(debit(id, 10_000), tooMany)
  await runNow(api.runtime, 'debit-mandates')
  const codes = new Set((await debits(id)).map(({ failure }) => failure?.code))
  assert.deepEqual(
    [...codes].filter((code) => code !== 'cancelled'),
    ['mandate_not_ready'],
  )
  assert.equal((await call(listMandatePayments, { id })).totalElements, 0)
  await assert.rejects(debit(id, 10_000), errorWith(409, 'mandate_not_ready'))
  const { customerId } = await call(getMandate, { id })
  await call(blacklistCustomer, { id: customerId, reason: 'Took it back' })
  await assert.rejects(debit(id, 10_000), errorWith(409, 'customer_blacklisted'))
})

test('a decline that can be temporary is retried, every other one is final', async (t) => {
  const { api, mandate, debit } = await debitFixture(t)
  const id = await mandate()
  api.forward(dayMs)
  const ending = ['account_closed', 'mandate_suspended']
  const again: string[] = []
  for (const reason of Object.keys(responseCodes).filter((one) => !ending.includes(one))) {
    await api.runtime.database.write((tx) =>
      tx.$client.query('update sandbox_mandates set next_outcome = $1', [reason]),
    )
    const { status, failure } = await debit(id, 10_000)
    assert.equal(failure?.code, reason)
    if (status === 'retrying') again.push(reason)
    else assert.equal(status, 'failed', reason)
  }
  assert.deepEqual(again, [
    'insufficient_funds',
    'limit_exceeded',
    'frequency_exceeded',
    'issuer_unavailable',
    'system_malfunction',
  ])
})
