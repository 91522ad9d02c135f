import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setMerchantPayoutTerms } from '@adire/contract/back-office/merchants.ts'
import { getSettlementAnalytics, getUnsettled } from '@adire/contract/settlements.ts'
import { dayAt, exactBusiness } from '../../testing/exact-business.ts'
import { reserveFixture, settlementFixture } from '../../testing/settlement-fixture.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { getSettlementAnalyticsHandler } from './analytics.ts'
import { getSettlementsSummaryHandler } from './list.ts'
import { downloadPeriodStatementHandler } from './statement.ts'

/** A merchant with two paid settlements, with every type of line, and a third that was returned. */
async function described(fixture: Awaited<ReturnType<typeof settlementFixture>>) {
  const business = await exactBusiness(fixture, { reserveBps: 1_000 })
  const { at, pay, giveBack, take, send, receiveOutcome, settleDay, merchantId, recipientIds, paid, returned } =
    business
  const [recipientId] = recipientIds as [string]
  const recipientOwner = { merchantId, ownerId: recipientId }
  const shares = [{ partyId: recipientId, value: 3_000 }]
  const split = { type: 'percentage' as const, feeBearer: 'business' as const, bearerPartyId: null, shares }
  at(0, 10)
  const first = await pay(2_000_000)
  const shared = await pay(1_000_000, split)
  await giveBack(first, 100_000)
  await giveBack(first, 50_000)
  at(1, 1)
  await take()
  await take(recipientOwner)
  at(1, 9)
  const slow = (await send())!
  const recipientPayout = (await send(recipientId))!
  // The bank pays the recipient in the last instant of the day, and the merchant in the first of the next.
  at(2, 0, -1)
  await receiveOutcome(recipientPayout.reference, paid(), recipientId)
  at(2, 0)
  await receiveOutcome(slow.reference, paid())
  at(2, 8)
  await pay(1_500_000)
  // The recipient was already paid out: the merchant advances its part of the refund, until the recipient's next share.
  await giveBack(shared, 100_000)
  at(2, 9)
  await business.acceptPart((await business.openOver(first)).id, 200_000)
  at(2, 10)
  await pay(1_000_000, split)
  at(3, 1)
  await take(recipientOwner)
  await settleDay(3, paid())
  at(3, 12)
  await pay(700_000)
  await settleDay(4, returned)
  return business
}

test('analytics, summary and statement include every kind of line of every settlement of a period, and none of split recipients', async (t) => {
  const fixture = await settlementFixture(t)
  const business = await described(fixture)
  assert.deepEqual(
    (await business.all()).reverse().map(({ status, totalKobo, amountKobo }) => [status, totalKobo, amountKobo]),
    [
      // Nets of NGN 19,570.00 and 6,731.25 less refunds of 1,500.00; a tenth of that is held as reserve.
      ['success', 2_480_125 - 248_012, 2_227_113],
      // NGN 14,650.62 and 6,731.25 less a refund of 1,000.00 and a dispute loss of 2,000.00, less a tenth.
      ['success', 1_838_187 - 183_818, 1_649_369],
      // NGN 6,779.62 less a tenth, plus 300.00 that the recipient has repaid.
      ['failed', 677_962 - 67_796 + 30_000, 640_166],
    ],
  )
  const of = (from: number, to: number) =>
    business.write((context) => getSettlementAnalyticsHandler(context, { from: dayAt(from), to: dayAt(to) }))
  const none = { paidKobo: 0, feesKobo: 0, deductionsKobo: 0, count: 0 }
  assert.deepEqual(await of(2, 4), {
    // Paid, fees and deductions sum to what payers paid, NGN 30,000.00 and 25,000.00.
    days: [
      { day: dayAt(2), paidKobo: 2_227_113, feesKobo: 69_875, deductionsKobo: 703_012, count: 1 },
      { day: dayAt(3), paidKobo: 1_649_369, feesKobo: 61_813, deductionsKobo: 788_818, count: 1 },
      { day: dayAt(4), ...none },
    ],
    paidKobo: 3_876_482,
    previousPaidKobo: 0,
    // 24 hours after the end of its payment day, and 9 hours.
    hoursToBank: (24 + 9) / 2,
  })
  const third = await of(3, 3)
  assert.deepEqual([third.paidKobo, third.previousPaidKobo, third.hoursToBank], [1_649_369, 2_227_113, 9])
  const before = { days: [{ day: dayAt(1), ...none }], paidKobo: 0, previousPaidKobo: 0, hoursToBank: null }
  assert.deepEqual(await of(1, 1), before)

  assert.deepEqual(
    (await of(2, 3)).days.map(({ paidKobo, feesKobo, deductionsKobo }) => paidKobo + feesKobo + deductionsKobo),
    [3_000_000, 2_500_000],
  )

  const failed = { waitingKobo: 640_166, waitingCount: 1, needsActionKobo: 640_166, needsActionCount: 1 }
  const paid = { paidKobo: 3_876_482, stampDutyKobo: 10_000, paidCount: 2 }
  const sumDays = (from: number, to: number) =>
    business.write((context) => getSettlementsSummaryHandler(context, { from: dayAt(from), to: dayAt(to) }))
  assert.deepEqual(await sumDays(1, 4), { ...paid, ...failed, byStatus: { success: 2, failed: 1 } })
  const { paidKobo, paidCount, waitingCount } = await sumDays(1, 1)
  assert.deepEqual([paidKobo, paidCount, waitingCount], [2_227_113, 1, 0])

  const { data } = await business.write((context) =>
    downloadPeriodStatementHandler(context, { from: dayAt(1), to: dayAt(4) }),
  )
  assert.deepEqual(data.figures, {
    openingKobo: 0,
    grossKobo: 6_200_000,
    feesKobo: -143_000,
    vatKobo: -10_726,
    sharesKobo: -600_000,
    refundsKobo: -250_000,
    disputesKobo: -200_000,
    reserveKobo: -499_626,
    adjustmentsKobo: 30_000,
    stampDutyKobo: -10_000,
    bankKobo: 3_876_482,
    // The returned settlement.
    closingKobo: 640_166,
    differenceKobo: 0,
  })
  assert.deepEqual(await fixture.faults(), [])
})

test('the statement shows the stamp duty of a returned payout only after the payout is sent again', async (t) => {
  const fixture = await settlementFixture(t)
  const { at, pay, settleDay, write, returned, paid } = await exactBusiness(fixture)
  at(0, 10)
  await pay(2_000_000)
  const periodFigures = async (from: number, to: number) => {
    const { data } = await write((context) =>
      downloadPeriodStatementHandler(context, { from: dayAt(from), to: dayAt(to) }),
    )
    const { stampDutyKobo, bankKobo, closingKobo } = data.figures
    return { stampDutyKobo, bankKobo, closingKobo }
  }
  await settleDay(1, returned)
  // The net of NGN 19,570.00 is in the balance again.
  assert.deepEqual(await periodFigures(1, 1), { stampDutyKobo: 0, bankKobo: 0, closingKobo: 1_957_000 })
  await settleDay(2, paid())
  const sent = { stampDutyKobo: -5_000, bankKobo: 1_952_000, closingKobo: 0 }
  assert.deepEqual(await periodFigures(1, 2), sent)
})

test('the average time to the bank is that of settlements with payments: one of a released reserve has not waited', async (t) => {
  const { call, pay, morning, day } = await reserveFixture(t)
  await pay(2_000_000)
  const averageHours = async () => (await call(getSettlementAnalytics, { from: day(0), to: day(10) })).hoursToBank
  assert.equal((await morning(1))!.paymentCount, 1)
  const first = await averageHours()
  await morning(7)
  const released = await morning(8)
  assert.deepEqual([released!.status, released!.paymentCount, released!.amountKobo], ['success', 0, 195_700])
  assert.equal(await averageHours(), first)
})

test('a payout that was not sent yet shows the amount of its sending after another one bears stamp duty', async (t) => {
  const { app, call, merchantId, pay, to, runScheduledJobs, newest, addAccount } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  await addAccount()
  await pay(2_000_000)
  to(1, 1.2)
  await runScheduledJobs()
  const terms = { id: merchantId, reserveBps: 0, reserveDays: 90 }
  const shown = async () => {
    const { next } = await call(getUnsettled, {})
    const { status, amountKobo, figures } = (await newest())!
    return [status, amountKobo, figures.bankKobo, figures.stampDutyKobo, next.amountKobo - next.stampDutyKobo]
  }
  const sentKobo = 1_957_000
  assert.deepEqual(await shown(), ['pending', sentKobo - 5_000, sentKobo - 5_000, -5_000, sentKobo - 5_000])
  await office(setMerchantPayoutTerms, { ...terms, stampDutyBearer: 'platform' })
  assert.deepEqual(await shown(), ['pending', sentKobo, sentKobo, 0, sentKobo])
  to(1, 9.2)
  await runScheduledJobs()
  const paid = (await newest())!
  assert.deepEqual([paid.status, paid.amountKobo, paid.figures.differenceKobo], ['success', sentKobo, 0])
})
