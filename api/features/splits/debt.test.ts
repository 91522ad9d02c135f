import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debtAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { runNow } from '../../testing/drain.ts'
import { exactBusiness } from '../../testing/exact-business.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { applyRefundOutcome } from '../refunds/apply-outcome.ts'

type SettlementFixture = Awaited<ReturnType<typeof settlementFixture>>

/**
 * A payment of NGN 10,000.00 with a share of NGN 3,000.00 for a recipient, after both were paid out; the merchant has `moreKobo`
 * more.
 */
async function paidOut(fixture: SettlementFixture, moreKobo = 2_000_000) {
  const business = await exactBusiness(fixture)
  const { at, take, send, receiveOutcome, paid, merchantId, recipientIds, write, balanceOf } = business
  const [recipientId] = recipientIds as [string]
  const recipientOwner = { merchantId, ownerId: recipientId }
  const shares = [{ partyId: recipientId, value: 3_000 }]
  const split = { type: 'percentage' as const, feeBearer: 'business' as const, bearerPartyId: null, shares }
  const share = (amountKobo: number) => business.pay(amountKobo, split)
  /** Settles both on a day, and the bank pays. Returns the amount sent to the recipient. */
  const day = async (dayNumber: number) => {
    at(dayNumber, 1)
    await take(recipientOwner)
    await take()
    at(dayNumber, 9)
    const sent = await send()
    if (sent) await receiveOutcome(sent.reference, paid())
    const theirs = await send(recipientId)
    if (theirs) await receiveOutcome(theirs.reference, paid(), recipientId)
    return theirs?.amountKobo
  }
  /** Balance of the merchant, balance of the recipient, and the recipient's debt. */
  const money = async () => [
    (await balanceOf('pending')) + (await balanceOf('available')),
    (await balanceOf('pending', recipientId)) + (await balanceOf('available', recipientId)),
    await write(({ tx }) => getBalance(tx, debtAccount(merchantId, 'advance'))),
  ]
  at(0, 10)
  const id = await share(1_000_000)
  assert.equal(await day(1), 300_000)
  at(1, 12)
  if (moreKobo > 0) await business.payNet(moreKobo)
  assert.deepEqual(await money(), [moreKobo, 0, 0])
  return { ...business, id, recipientId, share, day, money }
}

test('what a recipient owes is deducted from later shares day after day until it is repaid, and the rest is paid out', async (t) => {
  const fixture = await settlementFixture(t)
  const { at, id, giveBack, share, day, money, retrieveSettlement, recipientId } = await paidOut(fixture)
  await giveBack(id, 500_000)
  assert.deepEqual(await money(), [1_500_000, 0, 150_000])
  await share(200_000)
  assert.deepEqual(await money(), [1_636_775, 60_000, 150_000])
  assert.equal(await day(2), undefined)
  assert.deepEqual((await money()).slice(1), [0, 90_000])
  at(2, 12)
  await share(400_000)
  assert.equal(await day(3), undefined)
  assert.deepEqual((await money()).slice(1), [30_000, 0])
  at(3, 12)
  await share(1_000_000)
  assert.equal(await day(4), 330_000)
  const { figures, paymentCount } = await retrieveSettlement(recipientId)
  assert.deepEqual([figures.grossKobo, figures.adjustmentsKobo, paymentCount], [480_000, -150_000, 3])
  assert.deepEqual((await money()).slice(1), [0, 0])
  assert.deepEqual(await fixture.faults(), [])
})

test('a refund that fails after a recipient has repaid a part credits that part to the recipient, and the rest to the business', async (t) => {
  const fixture = await settlementFixture(t)
  const { at, id, beginRefund, share, day, money, write } = await paidOut(fixture)
  const refund = await beginRefund(id, 500_000)
  assert.deepEqual(await money(), [1_500_000, 0, 150_000])
  await share(400_000)
  assert.deepEqual(await money(), [1_762_800, 120_000, 150_000])
  assert.equal(await day(2), undefined)
  // The proceeds of the day before were paid out; the repaid amount came in today.
  assert.deepEqual(await money(), [120_000, 0, 30_000])
  at(2, 12)
  const no = { kind: 'failed', message: 'No' } as const
  for (const _ of [1, 2]) await write((context) => applyRefundOutcome(context, refund, no))
  assert.deepEqual(await money(), [500_000, 120_000, 0])
  assert.equal(await day(3), 120_000)
  assert.deepEqual([await money(), await fixture.faults()], [[0, 0, 0], []])
})

test('a dispute lost after the payout is owed by shares; one that is won returns to each what was held', async (t) => {
  const fixture = await settlementFixture(t)
  const { at, id, share, day, money, balanceOf, openOver, acceptPart, winDispute } = await paidOut(fixture)
  const first = await openOver(id)
  assert.deepEqual(
    [first.heldKobo, await money(), await balanceOf('reserved')],
    [1_000_000, [1_000_000, 0, 0], 1_000_000],
  )
  await acceptPart(first.id, 500_000)
  assert.deepEqual([await money(), await balanceOf('reserved')], [[1_500_000, 0, 150_000], 0])
  await share(400_000)
  assert.deepEqual(await money(), [1_762_800, 120_000, 150_000])
  const second = await openOver(id)
  assert.deepEqual([second.amountKobo, second.heldKobo], [500_000, 500_000])
  assert.deepEqual([await money(), await balanceOf('reserved')], [[1_382_800, 0, 150_000], 500_000])
  await winDispute(second.id)
  assert.deepEqual([await money(), await balanceOf('reserved')], [[1_762_800, 120_000, 150_000], 0])
  assert.equal(await day(2), undefined)
  assert.deepEqual((await money()).slice(1), [0, 30_000])
  at(2, 12)
  await share(1_000_000)
  assert.equal(await day(3), 270_000)
  assert.deepEqual([(await money()).slice(1), await fixture.faults()], [[0, 0], []])
})

test('what a dispute lacks is taken from later shares of a recipient, up to its part', async (t) => {
  const fixture = await settlementFixture(t)
  const { at, id, share, openOver, balanceOf, recipientId } = await paidOut(fixture, 0)
  assert.deepEqual([(await openOver(id)).heldKobo, await balanceOf('reserved')], [0, 0])
  const collect = async () => {
    await runNow(fixture.app.runtime, 'collect-for-disputes')
    await fixture.app.drain()
  }
  at(2, 12)
  await share(400_000)
  await collect()
  assert.equal(await balanceOf('pending', recipientId), 0)
  // Of its part of NGN 3,000.00, NGN 1,200.00 was taken from the recipient. Of its next share of NGN 6,000.00, NGN 1,800.00 is
  // taken.
  await share(2_000_000)
  await collect()
  assert.deepEqual([await balanceOf('pending', recipientId), await balanceOf('reserved')], [420_000, 1_000_000])
  assert.deepEqual(await fixture.faults(), [])
})
