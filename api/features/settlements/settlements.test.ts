import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteBankAccount, listBankAccounts } from '@adire/contract/bank-accounts.ts'
import { formatNairaNumber } from '@adire/contract/money.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { downloadPayments, getOverview, getPayment, listPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import {
  downloadSettlements,
  getSettlement,
  getSettlementAnalytics,
  getSettlementsSummary,
  getUnsettled,
  listSettlementLines,
  listSettlements,
  searchSettlements,
} from '@adire/contract/settlements.ts'
import { errorWith } from '../../testing/error-with.ts'
import { gtbBankId, settlementFixture } from '../../testing/settlement-fixture.ts'
import { assertAddsUp } from '../../testing/settlement-sums.ts'
import { holidays } from './tables.ts'

const naira = (kobo: number) => (kobo / 100).toFixed(2)

test('until the bank confirms a payout, every figure shows its amount as unsettled; then as paid out [S2.3-13] [S7.3-01]', async (t) => {
  const { app, call, pay, morning, to, runScheduledJobs, addAccount, day, balanceOf } = await settlementFixture(t)
  // A bank that pays, but responds only when it is queried.
  await addAccount('0000000087', gtbBankId)
  await app.runtime.database.write((tx) => tx.execute('update bank_accounts set name_matches = true'))
  const { netKobo } = await pay(2_000_000)
  const figures = async () => {
    const { unsettledKobo } = await call(getUnsettled, {})
    const overview = await call(getOverview, { from: day(0), to: day(0) })
    const { paidKobo } = await call(getSettlementsSummary, {})
    const analytics = await call(getSettlementAnalytics, { from: day(0), to: day(2) })
    assert.deepEqual([overview.unsettledKobo, analytics.paidKobo], [unsettledKobo, paidKobo])
    return [unsettledKobo, paidKobo]
  }
  assert.deepEqual(await figures(), [netKobo, 0])
  // The settlement is created, and not paid yet.
  to(1, 3.6)
  await runScheduledJobs()
  assert.deepEqual([await balanceOf('pending'), await balanceOf('available')], [0, netKobo])
  assert.deepEqual(await figures(), [netKobo, 0])
  const { amountKobo } = (await morning(1))!
  assert.deepEqual([amountKobo, await balanceOf('in_payout')], [netKobo - 5_000, amountKobo])
  assert.deepEqual(await figures(), [amountKobo, 0])
  to(1, 9.5)
  await runScheduledJobs()
  assert.deepEqual(await figures(), [0, amountKobo])
  // Until 09:30 nothing had been paid on the day before; at noon, its payout is compared with.
  const previous = async () => (await call(getSettlementAnalytics, { from: day(2), to: day(2) })).previousPaidKobo
  to(2, 9)
  assert.equal(await previous(), 0)
  to(2, 12)
  assert.equal(await previous(), amountKobo)
})

test('the payments of a day are paid to the primary bank account on the next working day, and the sums agree', async (t) => {
  const { call, pay, morning, to, runScheduledJobs, addAccount, balanceOf, day, app } = await settlementFixture(t)
  await addAccount()
  const payment = await pay(2_000_000)
  await pay(500_000)
  assert.equal((await call(getPayment, { id: payment.id })).settlement, null)
  const before = await call(getUnsettled, {})
  assert.equal(before.unsettledKobo, payment.netKobo + 481_187)
  assert.deepEqual([before.next.dueOn, before.next.amountKobo, before.next.hold], [day(1), before.unsettledKobo, null])
  assert.equal(before.next.stampDutyKobo, 5_000)
  assert.equal(before.next.account?.accountNumber, '0000000017')

  to(1, 0.5)
  await runScheduledJobs()
  assert.equal((await call(listSettlements, {})).totalElements, 0)
  const late = await pay(700_000)
  to(1, 1.2)
  await runScheduledJobs()
  const [settlement] = (await call(listSettlements, {})).content
  assert.deepEqual([settlement?.status, settlement?.dueOn, settlement?.paymentCount], ['pending', day(1), 2])
  assert.equal(await balanceOf('available'), before.unsettledKobo)

  const paid = (await morning(1))!
  assert.deepEqual([paid.id, paid.status], [settlement!.id, 'success'])
  assert.equal(paid.amountKobo, before.unsettledKobo - 5_000)
  assert.deepEqual(paid.figures, {
    openingKobo: 0,
    grossKobo: 2_500_000,
    feesKobo: -17_500 - 40_000,
    vatKobo: -1_313 - 3_000,
    sharesKobo: 0,
    refundsKobo: 0,
    disputesKobo: 0,
    reserveKobo: 0,
    adjustmentsKobo: 0,
    stampDutyKobo: -5_000,
    bankKobo: before.unsettledKobo - 5_000,
    closingKobo: 0,
    differenceKobo: 0,
  })
  assertAddsUp(paid)
  assert.match(paid.narration, /^ADIRE STL[A-Z0-9]{16} TOLA STORES$/)
  assert.match(paid.bankReference ?? '', /^\d{30}$/)
  assert.deepEqual(
    [await balanceOf('pending'), await balanceOf('available'), await balanceOf('in_payout')],
    [late.netKobo, 0, 0],
  )
  assert.deepEqual((await call(getPayment, { id: payment.id })).settlement, {
    id: paid.id,
    reference: paid.reference,
    status: 'success',
    dueOn: day(1),
    day: day(0),
  })
  assert.equal((await call(listPayments, { settlementId: paid.id })).totalElements, 2)
  const notifications = await call(listNotifications, {})
  assert.ok(notifications.content.some(({ title }) => title.endsWith('was paid to your bank account')))
  // Running the jobs again, also concurrently, changes nothing.
  await Promise.all([runScheduledJobs(), runScheduledJobs()])
  assert.equal((await call(listSettlements, {})).totalElements, 1)
  assert.equal((await app.runtime.database.read((tx) => tx.execute('select 1 from payouts'))).rowCount, 1)
})

test('Friday, Saturday and Sunday are settled on Monday, and a holiday is not a working day', async (t) => {
  const { call, pay, to, morning, addAccount, app, day } = await settlementFixture(t)
  await addAccount()
  await app.runtime.database.write((tx) => tx.insert(holidays).values({ day: day(7), name: 'Founders’ Day' }))
  const paymentIds: string[] = []
  for (const dayNumber of [4, 5, 6]) {
    to(dayNumber, 12)
    paymentIds.push((await pay(500_000)).id)
  }
  // The page of a payment, the list and the export agree.
  const expectedDays = async () => {
    const payments = await Promise.all(paymentIds.map((id) => call(getPayment, { id })))
    const days = payments.map(({ expectedSettlementOn }) => expectedSettlementOn)
    const listed = (await call(listPayments, { include: 'settlement' })).content.reverse()
    assert.deepEqual(
      listed.map((payment) => [payment.expectedSettlementOn, payment.settlement]),
      payments.map((payment) => [payment.expectedSettlementOn, payment.settlement]),
    )
    const [, ...lines] = (await call(downloadPayments, { columns: 'settlementDay' })).trim().split('\r\n')
    assert.deepEqual(
      lines.reverse(),
      payments.map((each) => each.expectedSettlementOn ?? each.settlement?.dueOn),
    )
    return days
  }
  assert.equal((await call(getUnsettled, {})).next.dueOn, day(8))
  assert.deepEqual(await expectedDays(), [day(8), day(8), day(8)])
  for (const dayNumber of [5, 6, 7]) await morning(dayNumber)
  assert.equal((await call(listSettlements, {})).totalElements, 0)
  to(8, 0.5)
  paymentIds.push((await pay(500_000)).id)
  assert.deepEqual(
    await expectedDays(),
    [day(8), day(8), day(8), day(9)],
    'the day of a payment begins at midnight, not at 01:00',
  )
  const paid = (await morning(8))!
  assert.deepEqual(await expectedDays(), [null, null, null, day(9)])
  assert.deepEqual([paid.status, paid.firstDay, paid.lastDay, paid.paymentCount], ['success', day(4), day(6), 3])
  assert.deepEqual(
    paid.days.map((each) => [each.day, each.netKobo]),
    [4, 5, 6].map((dayNumber) => [day(dayNumber), 481_187]),
  )
  const saturday = await call(getSettlement, { id: paid.id, transactionDate: day(5) })
  assert.deepEqual(saturday.days, [paid.days[1]])
  assertAddsUp(paid)
})

test('refunds and chargebacks are deducted, and an amount below the minimum waits for more', async (t) => {
  const { call, pay, to, morning, addAccount, app, day, balanceOf } = await settlementFixture(t)
  await addAccount()
  const first = await pay(1_000_000)
  const small = await pay(90_000)
  await call(requestRefund, { id: first.id, amountKobo: first.netKobo, reason: 'requested_by_customer' })
  assert.equal(await morning(1), undefined)
  assert.equal(await balanceOf('pending'), 88_549)
  assert.match((await call(getPayment, { id: small.id })).settlementHold ?? '', /^Less than NGN 1,000\.00 is unsettled/)
  to(1, 12)
  const disputed = await pay(300_000, 'disputed')
  await app.drain()
  app.forward(60_000)
  await app.drain()
  await pay(800_000)
  const paid = (await morning(2))!
  assert.equal(paid.status, 'success')
  const { figures } = paid
  // The waiting amount was in no other settlement: it is part of the totals.
  assert.deepEqual(
    [figures.openingKobo, figures.grossKobo, figures.refundsKobo, figures.disputesKobo],
    [0, 2_190_000, -first.netKobo, -300_000],
  )
  assertAddsUp(paid)
  const lines = await call(listSettlementLines, { settlementId: paid.id })
  assert.equal(
    lines.content.reduce((sum, line) => sum + line.amountKobo, 0),
    paid.amountKobo,
  )
  assert.deepEqual(
    new Set(lines.content.map(({ type, isBroughtForward }) => `${type} ${isBroughtForward}`)),
    new Set(['payment true', 'refund true', 'dispute false', 'payment false']),
  )
  const dispute = lines.content.find(({ type }) => type === 'dispute')
  assert.equal(dispute?.payment?.id, disputed.id)
  const ofDay = await call(listSettlementLines, { settlementId: paid.id, transactionDate: day(1), type: 'payment' })
  assert.equal(ofDay.totalElements, 2)
  assert.ok((await call(listPayments, { settlementId: paid.id, status: 'partially_refunded' })).totalElements <= 1)
})

test('without a bank account in its name a settlement is on hold with the reason; it is paid once after an account is added', async (t) => {
  const { call, pay, morning, addAccount } = await settlementFixture(t)
  const { id } = await pay(2_000_000)
  const expected = async () => {
    const payment = await call(getPayment, { id })
    const { content } = await call(listPayments, { include: 'settlement' })
    assert.equal(content[0]?.settlementHold, payment.settlementHold)
    assert.match(await call(downloadPayments, { columns: 'settlementDay' }), /Settlement day\r\n\r\n$/)
    return [payment.expectedSettlementOn, payment.settlementHold?.slice(0, 24)]
  }
  assert.deepEqual(await expected(), [null, 'There is no bank account'])
  const held = (await morning(1))!
  assert.deepEqual(await expected(), [null, 'There is no bank account'])
  assert.deepEqual([held.status, held.hold?.reason], ['on_hold', 'no_bank_account'])
  assertAddsUp(held)
  await addAccount('0000000024')
  const next = (await morning(2))!
  assert.deepEqual([next.id, next.status, next.hold?.reason], [held.id, 'on_hold', 'account_in_review'])
  assert.equal((await call(getSettlementsSummary, {})).needsActionCount, 1)
  await addAccount('0000000017')
  assert.equal((await call(getUnsettled, {})).next.hold, null)
  const paid = (await morning(3))!
  assert.deepEqual([paid.id, paid.status], [held.id, 'success'])
  assertAddsUp(paid)
})

test('a payout without response from the bank is queried, and its bank account cannot be deleted meanwhile', async (t) => {
  const { call, pay, morning, addAccount, confirm, app, to, runScheduledJobs } = await settlementFixture(t)
  await addAccount('0000000087', gtbBankId)
  const { content } = await call(listBankAccounts, {})
  assert.equal(content[0]?.nameMatches, false)
  await app.runtime.database.write((tx) => tx.execute('update bank_accounts set name_matches = true'))
  await pay(2_000_000)
  const sent = (await morning(1))!
  assert.equal(sent.status, 'processing')
  await addAccount('0000000017')
  await assert.rejects(call(deleteBankAccount, { id: content[0]!.id }), errorWith(409, 'bank_account_in_use'))
  to(1, 9.5)
  await runScheduledJobs()
  const paid = await call(getSettlement, { id: sent.id })
  assert.deepEqual([paid.status, paid.attempts], ['success', 1])
  await confirm()
  await call(deleteBankAccount, { id: content[0]!.id })
})

test('a line of the bank alert finds its settlement; exports, summary and analytics agree [S7.3-01] [S7.4-01] [S4-10]', async (t) => {
  const { call, pay, morning, addAccount, app, day, to } = await settlementFixture(t)
  await addAccount()
  await pay(2_000_000)
  const one = (await morning(1))!
  to(1, 12)
  await pay(1_500_000)
  const two = (await morning(2))!
  const find = async (search: string) => (await call(searchSettlements, { search })).content.map(({ id }) => id)
  assert.deepEqual(await find(`NIP/000014/${one.narration}/0017`), [one.id])
  assert.deepEqual(await find(two.reference), [two.id])
  assert.deepEqual(await find(`TRF ${two.bankReference} CR`), [two.id])
  assert.deepEqual(await find(`Credit NGN ${formatNairaNumber(one.amountKobo)} 18-MAR`), [one.id])
  assert.deepEqual(await find('STLaaaaaaaaaaaa'), [])
  await assert.rejects(find('anything at all'), errorWith(422, 'validation_error', 'search'))
  const stranger = app.as(await app.createUser('Bola'))
  assert.equal((await stranger.call(searchSettlements, { search: one.reference })).totalElements, 0)
  // As references were before decision 115.
  await app.runtime.database.write((tx) =>
    tx.$client.query(`update settlements set reference = 'stl_aaaaaaaaaaaa' where id = $1`, [two.id]),
  )
  assert.deepEqual(await find('TRF STLAAAAAAAAAAAA CR'), [two.id])
  await assert.rejects(stranger.call(getSettlement, { id: one.id }), errorWith(404, 'settlement_not_found'))
  await assert.rejects(
    stranger.call(listSettlementLines, { settlementId: one.id }),
    errorWith(404, 'settlement_not_found'),
  )

  const summary = await call(getSettlementsSummary, { from: day(1), to: day(2) })
  assert.deepEqual([summary.paidCount, summary.paidKobo], [2, one.amountKobo + two.amountKobo])
  const analytics = await call(getSettlementAnalytics, { from: day(1), to: day(3) })
  assert.deepEqual(
    analytics.days.map(({ paidKobo }) => paidKobo),
    [one.amountKobo, two.amountKobo, 0],
  )
  assert.ok(analytics.hoursToBank! > 9 && analytics.hoursToBank! < 10)
  const file = await call(downloadSettlements, { status: 'success' })
  assert.equal(file.trim().split('\r\n').length, 3)
  // Deductions are numbers with a minus sign, not text that looks like a formula.
  assert.ok(file.includes(`,${naira(two.figures.feesKobo)},${naira(two.figures.vatKobo)},`) && two.figures.feesKobo < 0)
  assert.ok(file.includes(`,-50.00,${naira(two.amountKobo)},`))
  assert.doesNotMatch(file, /,'/)
  const ofPayments = await call(downloadPayments, { columns: 'settlement,settlementStatus,settled,sessionId' })
  assert.match(ofPayments, new RegExp(`\r\n${one.reference},Paid,\\d{4}-\\d\\d-\\d\\d [\\d:]+,\\w+\r\n`))
  const lines = await call(downloadSettlements, { settlementId: one.id })
  assert.ok(lines.includes('ada@example.com') && lines.trim().split('\r\n').length === 2)
  assert.doesNotMatch(lines, /,'/)
})
