import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, exactBusiness } from '../../testing/exact-business.ts'
import { settling } from '../../testing/settling.ts'
import { analytics } from './analytics.ts'
import { summary } from './list.ts'
import { statement } from './statement.ts'

/** Two settlements that were paid, with every kind of line, and a third that came back. */
async function described(world: Awaited<ReturnType<typeof settling>>) {
  const own = await exactBusiness(world, { reserveBps: 1_000 })
  const { at, pay, giveBack, take, send, hear, wholeDay, merchantId, partyIds, paid, returned } = own
  const [partyId] = partyIds as [string]
  const party = { merchantId, ownerId: partyId }
  const shares = [{ partyId, value: 3_000 }]
  const split = { type: 'percentage' as const, feeBearer: 'business' as const, bearerPartyId: null, shares }
  at(0, 10)
  const first = await pay(2_000_000)
  const shared = await pay(1_000_000, split)
  await giveBack(first, 100_000)
  await giveBack(first, 50_000)
  at(1, 1)
  await take()
  await take(party)
  at(1, 9)
  const slow = (await send())!
  const ofParty = (await send(partyId))!
  // The bank pays the party in the last instant of the day, and the business in the first of the next.
  at(2, 0, -1)
  await hear(ofParty.reference, paid(), partyId)
  at(2, 0)
  await hear(slow.reference, paid())
  at(2, 8)
  await pay(1_500_000)
  // The party was paid out: the business lends its part of what goes back, until the party's next share.
  await giveBack(shared, 100_000)
  at(2, 9)
  await own.acceptPart((await own.openOver(first)).id, 200_000)
  at(2, 10)
  await pay(1_000_000, split)
  at(3, 1)
  await take(party)
  await wholeDay(3, paid())
  at(3, 12)
  await pay(700_000)
  await wholeDay(4, returned)
  return own
}

test('analytics, summary and statement add up every kind of line of every settlement of a period, and none of a party’s', async (t) => {
  const world = await settling(t)
  const own = await described(world)
  assert.deepEqual(
    (await own.all()).reverse().map(({ status, totalKobo, amountKobo }) => [status, totalKobo, amountKobo]),
    [
      // Nets of 19,570.00 and 6,731.25 less refunds of 1,500.00, of which a tenth is held back.
      ['success', 2_480_125 - 248_012, 2_227_113],
      // 14,650.62 and 6,731.25 less a refund of 1,000.00 and 2,000.00 lost to a bank, less a tenth.
      ['success', 1_838_187 - 183_818, 1_649_369],
      // 6,779.62 less a tenth, and 300.00 that the party has repaid.
      ['failed', 677_962 - 67_796 + 30_000, 640_166],
    ],
  )
  const of = (from: number, to: number) =>
    own.write((context) => analytics(context, { from: dayOf(from), to: dayOf(to) }))
  const none = { paidKobo: 0, feesKobo: 0, deductionsKobo: 0, count: 0 }
  assert.deepEqual(await of(2, 4), {
    days: [
      { day: dayOf(2), paidKobo: 2_227_113, feesKobo: 69_875, deductionsKobo: 403_012, count: 1 },
      { day: dayOf(3), paidKobo: 1_649_369, feesKobo: 61_813, deductionsKobo: 488_818, count: 1 },
      { day: dayOf(4), ...none },
    ],
    paidKobo: 3_876_482,
    previousPaidKobo: 0,
    // A day and nine hours after the days of their takings had ended.
    hoursToBank: (24 + 9) / 2,
  })
  const third = await of(3, 3)
  assert.deepEqual([third.paidKobo, third.previousPaidKobo, third.hoursToBank], [1_649_369, 2_227_113, 9])
  const before = { days: [{ day: dayOf(1), ...none }], paidKobo: 0, previousPaidKobo: 0, hoursToBank: null }
  assert.deepEqual(await of(1, 1), before)

  const failed = { waitingKobo: 640_166, waitingCount: 1, needsActionKobo: 640_166, needsActionCount: 1 }
  const paid = { paidKobo: 3_876_482, stampDutyKobo: 10_000, paidCount: 2 }
  const sumOf = (from: number, to: number) =>
    own.write((context) => summary(context, { from: dayOf(from), to: dayOf(to) }))
  assert.deepEqual(await sumOf(1, 4), { ...paid, ...failed, byStatus: { success: 2, failed: 1 } })
  const { paidKobo, paidCount, waitingCount } = await sumOf(1, 1)
  assert.deepEqual([paidKobo, paidCount, waitingCount], [2_227_113, 1, 0])

  const { facts } = await own.write((context) => statement(context, { from: dayOf(1), to: dayOf(4) }))
  assert.deepEqual(facts.figures, {
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
    // What came back.
    closingKobo: 640_166,
    differenceKobo: 0,
  })
  assert.deepEqual(await world.faults(), [])
})

test('stamp duty of a payout that came back is none of its statement, until it is sent again', async (t) => {
  const world = await settling(t)
  const { at, pay, wholeDay, write, returned, paid } = await exactBusiness(world)
  at(0, 10)
  await pay(2_000_000)
  const figuresOf = async (from: number, to: number) => {
    const { facts } = await write((context) => statement(context, { from: dayOf(from), to: dayOf(to) }))
    const { stampDutyKobo, bankKobo, closingKobo } = facts.figures
    return { stampDutyKobo, bankKobo, closingKobo }
  }
  await wholeDay(1, returned)
  // The net of 19,570.00 is in the balance again.
  assert.deepEqual(await figuresOf(1, 1), { stampDutyKobo: 0, bankKobo: 0, closingKobo: 1_957_000 })
  await wholeDay(2, paid())
  const sent = { stampDutyKobo: -5_000, bankKobo: 1_952_000, closingKobo: 0 }
  assert.deepEqual(await figuresOf(1, 2), sent)
})
