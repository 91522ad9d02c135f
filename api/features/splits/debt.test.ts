import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debtAccount } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { runNow } from '../../testing/drain.ts'
import { exactBusiness } from '../../testing/exact-business.ts'
import { settling } from '../../testing/settling.ts'
import { settleRefund } from '../refunds/settle.ts'

type World = Awaited<ReturnType<typeof settling>>

/** A payment of NGN 10,000.00 of which a party got its NGN 3,000.00, after both were paid out; the business has NGN 20,000.00 more. */
async function paidOut(world: World, moreKobo = 2_000_000) {
  const own = await exactBusiness(world)
  const { at, take, send, hear, paid, merchantId, partyIds, write, holds } = own
  const [partyId] = partyIds as [string]
  const party = { merchantId, ownerId: partyId }
  const shares = [{ partyId, value: 3_000 }]
  const split = { type: 'percentage' as const, feeBearer: 'business' as const, bearerPartyId: null, shares }
  const share = (amountKobo: number) => own.pay(amountKobo, split)
  /** Gathers both on a day; answers what is sent to the party, and its bank pays. */
  const day = async (place: number) => {
    at(place, 1)
    await take(party)
    await take()
    at(place, 9)
    const sent = await send()
    if (sent) await hear(sent.reference, paid())
    const theirs = await send(partyId)
    if (theirs) await hear(theirs.reference, paid(), partyId)
    return theirs?.amountKobo
  }
  /** What the business has, what the party has, and what the party owes. */
  const money = async () => [
    (await holds('pending')) + (await holds('available')),
    (await holds('pending', partyId)) + (await holds('available', partyId)),
    await write(({ tx }) => balance(tx, debtAccount(merchantId, 'lent'))),
  ]
  at(0, 10)
  const id = await share(1_000_000)
  assert.equal(await day(1), 300_000)
  at(1, 12)
  if (moreKobo > 0) await own.payNet(moreKobo)
  assert.deepEqual(await money(), [moreKobo, 0, 0])
  return { ...own, id, partyId, share, day, money }
}

test('what a party owes is taken of its shares day after day until it is even, and the rest is paid to it', async (t) => {
  const world = await settling(t)
  const { at, id, giveBack, share, day, money, show, partyId } = await paidOut(world)
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
  const { figures, paymentCount } = await show(partyId)
  assert.deepEqual([figures.grossKobo, figures.adjustmentsKobo, paymentCount], [480_000, -150_000, 3])
  assert.deepEqual((await money()).slice(1), [0, 0])
  assert.deepEqual(await world.faults(), [])
})

test('a refund that fails after a party has repaid some of its part gives that to the party, and the rest to the business', async (t) => {
  const world = await settling(t)
  const { at, id, asked, share, day, money, write } = await paidOut(world)
  const refund = await asked(id, 500_000)
  assert.deepEqual(await money(), [1_500_000, 0, 150_000])
  await share(400_000)
  assert.deepEqual(await money(), [1_762_800, 120_000, 150_000])
  assert.equal(await day(2), undefined)
  // The takings of the day before were paid; what was repaid came in today.
  assert.deepEqual(await money(), [120_000, 0, 30_000])
  at(2, 12)
  const no = { kind: 'failed', message: 'No' } as const
  for (const _ of [1, 2]) await write((context) => settleRefund(context, refund, no))
  assert.deepEqual(await money(), [500_000, 120_000, 0])
  assert.equal(await day(3), 120_000)
  assert.deepEqual([await money(), await world.faults()], [[0, 0, 0], []])
})

test('a dispute that is lost after the payout is owed by shares; one that is won gives each back what it gave', async (t) => {
  const world = await settling(t)
  const { at, id, share, day, money, holds, openOver, acceptPart, winDispute } = await paidOut(world)
  const first = await openOver(id)
  assert.deepEqual([first.heldKobo, await money(), await holds('reserved')], [1_000_000, [1_000_000, 0, 0], 1_000_000])
  await acceptPart(first.id, 500_000)
  assert.deepEqual([await money(), await holds('reserved')], [[1_500_000, 0, 150_000], 0])
  await share(400_000)
  assert.deepEqual(await money(), [1_762_800, 120_000, 150_000])
  const second = await openOver(id)
  assert.deepEqual([second.amountKobo, second.heldKobo], [500_000, 500_000])
  assert.deepEqual([await money(), await holds('reserved')], [[1_382_800, 0, 150_000], 500_000])
  await winDispute(second.id)
  assert.deepEqual([await money(), await holds('reserved')], [[1_762_800, 120_000, 150_000], 0])
  assert.equal(await day(2), undefined)
  assert.deepEqual((await money()).slice(1), [0, 30_000])
  at(2, 12)
  await share(1_000_000)
  assert.equal(await day(3), 270_000)
  assert.deepEqual([(await money()).slice(1), await world.faults()], [[0, 0], []])
})

test('what a dispute lacks is taken of what a party takes in since, up to its part and no further', async (t) => {
  const world = await settling(t)
  const { at, id, share, openOver, holds, partyId } = await paidOut(world, 0)
  assert.deepEqual([(await openOver(id)).heldKobo, await holds('reserved')], [0, 0])
  const collect = async () => {
    await runNow(world.app.runtime, 'collect-for-disputes')
    await world.app.drain()
  }
  at(2, 12)
  await share(400_000)
  await collect()
  assert.equal(await holds('pending', partyId), 0)
  // Of its part of NGN 3,000.00 the party has given NGN 1,200.00. NGN 1,800.00 of the next NGN 6,000.00 are taken.
  await share(2_000_000)
  await collect()
  assert.deepEqual([await holds('pending', partyId), await holds('reserved')], [420_000, 1_000_000])
  assert.deepEqual(await world.faults(), [])
})
