import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { freezeMerchantPayouts, unfreezeMerchantPayouts } from '@adire/contract/back-office/merchants.ts'
import { holdPayout, releasePayout } from '@adire/contract/back-office/money.ts'
import { eq } from 'drizzle-orm'
import type { ConnectorWith } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { TransferOut, TransferOutcome } from '../../connectors/payouts.ts'
import { errorWith } from '../../testing/error-with.ts'
import { dayAt, exactBusiness } from '../../testing/exact-business.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { bankAccounts } from '../bank-accounts/tables.ts'
import { claimDuePayouts } from './due.ts'
import { updateSettlementRecord } from './move.ts'
import { checkPayout } from './pay.ts'
import { payouts } from './tables.ts'

/** A bank that makes no transfer: it adds each request to `transfers`, and fails with an error. */
const recordTransfers = (bank: ConnectorWith<'payouts'>, transfers: TransferOut[], error: string) => ({
  ...bank,
  payouts: {
    ...bank.payouts,
    send(request: TransferOut) {
      transfers.push(request)
      return Promise.reject(new Error(error))
    },
  },
})

test('a late or repeated outcome, or one of an earlier attempt, changes nothing', async (t) => {
  const fixture = await settlementFixture(t)
  const business = await exactBusiness(fixture)
  const { at, payNet, take, send, receiveOutcome, newest, balances, write, merchantId, paid, returned } = business
  /** Asserts that the outcomes change nothing at all. */
  const nothingChanges = async (reference: string, ...outcomes: TransferOutcome[]) => {
    const all = async () => ({
      settlement: await newest(),
      balances: await balances(),
      attempts: await write(({ tx }) => tx.select().from(payouts).orderBy(payouts.attempt)),
      mails: (await write(({ tx }) => tx.$client.query('select 1 from outbox where merchant_id = $1', [merchantId])))
        .rowCount,
    })
    const before = await all()
    for (const one of outcomes) await receiveOutcome(reference, one)
    assert.deepEqual(await all(), before)
    return before
  }
  at(0, 10)
  const id = await payNet(2_000_000)
  at(1, 1)
  await take()
  at(1, 9)
  const first = (await send())!
  await nothingChanges(first.reference, { kind: 'pending' }, { kind: 'unknown' })
  await nothingChanges(`${first.reference}0`, paid(), returned)
  assert.equal(await send(), undefined)
  await receiveOutcome(first.reference, returned)
  const failed = await nothingChanges(first.reference, paid('late'), returned, { kind: 'pending' })
  assert.deepEqual([failed.settlement!.status, failed.balances], ['failed', [0, 2_000_000, 0]])
  assert.equal(await send(), undefined)

  // The second attempt sends the balance at that time, under its own reference.
  at(1, 12)
  await business.giveBack(id, 500_000)
  at(2, 1)
  await take()
  at(2, 9)
  const second = (await send())!
  assert.deepEqual([second.amountKobo, second.reference === first.reference], [1_495_000, false])
  await nothingChanges(first.reference, paid('late'), returned)
  await receiveOutcome(second.reference, returned)
  at(3, 1)
  await take()
  at(3, 9)
  const third = (await send())!
  await nothingChanges(first.reference, paid('late'), returned)
  await nothingChanges(second.reference, paid('late'), returned)
  await receiveOutcome(third.reference, paid('in time'))
  const done = await nothingChanges(third.reference, paid('again'), returned, { kind: 'unknown' })
  await nothingChanges(first.reference, returned, paid('late'))
  assert.deepEqual([done.settlement!.status, done.settlement!.bankReference], ['success', 'in time'])
  assert.deepEqual(
    done.attempts.map(({ attempt, amountKobo, status, bankReference }) => [attempt, amountKobo, status, bankReference]),
    [
      [1, 1_995_000, 'returned', null],
      [2, 1_495_000, 'returned', null],
      [3, 1_495_000, 'paid', 'in time'],
    ],
  )
  assert.equal(new Set(done.attempts.map(({ reference }) => reference)).size, 3)
  assert.deepEqual(done.balances, [0, 0, 0])
  assert.equal(await send(), undefined)
  for (const status of ['failed', 'pending', 'processing', 'on_hold'] as const)
    await assert.rejects(
      write(({ tx }) => updateSettlementRecord(tx, done.settlement!, { status })),
      { code: 'settlement_move_refused' },
    )
  at(4, 1)
  await take()
  assert.equal((await business.all()).length, 1)
  assert.deepEqual(await fixture.faults(), [])
})

test('a payout without outcome is queried after thirty seconds, then at doubled intervals, at most every quarter of an hour, under one reference', async (t) => {
  const fixture = await settlementFixture(t)
  const business = await exactBusiness(fixture)
  const { at, payNet, take, send, newest, write, merchantId, balances } = business
  const transfers: TransferOut[] = []
  const lost = () => Promise.reject(new Error('The connection broke'))
  const real = connectorFor({ mode: 'TEST', config: fixture.app.runtime.config, write }, 'payouts')
  const key = async () => ({ merchantId, id: (await newest())!.id })
  at(0, 10)
  await payNet(1_000_000)
  at(1, 1)
  await take()
  at(1, 9)
  const sent = (await send())!
  const silent = { ...real, payouts: { query: lost, send: lost } }
  let since = 9 * 3_600_000
  for (const seconds of [30, 30, 60, 120, 240, 480, 900, 900, 900]) {
    since += seconds * 1_000
    at(1, 0, since - 1)
    assert.deepEqual((await write((context) => claimDuePayouts(context, 10, merchantId))).rows, [])
    at(1, 0, since)
    assert.equal(
      (await write((context) => claimDuePayouts(context, 10, merchantId))).rows.length,
      1,
      `after ${seconds} s`,
    )
    await checkPayout(write, () => silent, await key())
  }
  assert.deepEqual([(await newest())!.status, await balances()], ['processing', [0, 0, 995_000]])
  // The bank did not know the transfer: the same transfer is requested again, and the response is lost again.
  const forgetful = recordTransfers(real, transfers, 'The connection broke')
  await checkPayout(write, () => forgetful, await key())
  await checkPayout(write, () => forgetful, await key())
  const { processor: _, requestedAt: __, ...request } = sent
  assert.deepEqual(transfers, [request, request])
  await checkPayout(write, () => real, await key())
  await checkPayout(write, () => forgetful, await key())
  const { status, attempts, nextAt } = (await newest())!
  assert.deepEqual([status, attempts, nextAt, transfers.length], ['success', 1, null, 2])
  assert.deepEqual([await balances(), await fixture.faults()], [[0, 0, 0], []])
})

test('returns are counted for one settlement and one account: those of an earlier settlement or of another bank do not count', async (t) => {
  const fixture = await settlementFixture(t)
  const { at, payNet, settleDay, newest, write, merchantId, paid, returned } = await exactBusiness(fixture)
  const status = async () => (await newest())!.status
  at(0, 10)
  await payNet(300_000)
  for (const dayNumber of [1, 2]) {
    await settleDay(dayNumber, returned)
    assert.equal(await status(), 'failed')
  }
  await settleDay(3, paid())
  at(3, 12)
  await payNet(400_000)
  // Another bank, with an account of the same number.
  for (const [dayNumber, bankId, expected] of [
    [4, 1, 'failed'],
    [7, 1, 'failed'],
    [8, 2, 'failed'],
    [9, 2, 'failed'],
    [10, 1, 'on_hold'],
  ] as const) {
    await write(({ tx }) => tx.update(bankAccounts).set({ bankId }).where(eq(bankAccounts.merchantId, merchantId)))
    await settleDay(dayNumber, returned)
    assert.equal(await status(), expected, dayAt(dayNumber))
  }
  assert.equal((await newest())!.attempts, 5)
  assert.equal(await settleDay(11, paid()), undefined)
  assert.deepEqual(await fixture.faults(), [])
})

/** A payout of a business that was recorded at 09:00 of the second day; `check` queries the bank, which makes no transfer. */
async function recordedPayout(t: TestContext) {
  const fixture = await settlementFixture(t)
  const business = await exactBusiness(fixture)
  const { at, newest, write, merchantId } = business
  const transfers: TransferOut[] = []
  const real = connectorFor({ mode: 'TEST', config: fixture.app.runtime.config, write }, 'payouts')
  const bank = recordTransfers(real, transfers, 'The balance at the processor is too low')
  const check = async (one: ConnectorWith<'payouts'> = bank) =>
    checkPayout(write, () => one, { merchantId, id: (await newest())!.id })
  const office = asStaff(fixture.app, await createStaff(fixture.app, 'admin'))
  at(0, 10)
  await business.payNet(1_000_000)
  at(1, 1)
  await business.take()
  at(1, 9)
  const sent = (await business.send())!
  return { ...fixture, ...business, transfers, bank, real, check, office, sent }
}

for (const isKilled of [true, false])
  test(`a payout that ${isKilled ? 'was recorded but not sent' : 'the bank rejected for now'} is not sent after its business was frozen, and is in the balance again`, async (t) => {
    const { at, take, send, newest, merchantId, balances, transfers, check, office, sent, faults } =
      await recordedPayout(t)
    if (!isKilled) await check()
    await office(freezeMerchantPayouts, { id: merchantId, reason: 'We are checking your last payments' })
    at(1, 9, 119_000)
    await check()
    assert.deepEqual([(await newest())!.status, await balances()], ['processing', [0, 0, 995_000]])
    at(1, 9, 121_000)
    await check()
    assert.equal(transfers.length, isKilled ? 0 : 1)
    const { status, holdReason } = (await newest())!
    assert.deepEqual([status, holdReason, await balances()], ['on_hold', 'business_blocked', [0, 1_000_000, 0]])
    await office(unfreezeMerchantPayouts, { id: merchantId })
    at(2, 1)
    await take()
    at(2, 9)
    const { amountKobo, reference } = (await send())!
    assert.deepEqual([amountKobo, reference !== sent.reference], [995_000, true])
    assert.deepEqual(await faults(), [])
  })

for (const isKilled of [true, false])
  test(`a payout that ${isKilled ? 'was recorded but not sent' : 'the bank rejected for now'} is held alone: it is not sent, comes back, and is sent after its release`, async (t) => {
    const recorded = await recordedPayout(t)
    const { at, take, send, newest, merchantId, balances, transfers, check, office, sent, faults } = recorded
    if (!isKilled) {
      at(1, 9, 60_000)
      await check()
    }
    const key = { merchantId, id: (await newest())!.id }
    const hold = { ...key, reason: 'we are checking your last payments' }
    const asked = await Promise.allSettled([office(holdPayout, hold), office(holdPayout, hold)])
    assert.deepEqual(
      asked.map((one) => one.status === 'fulfilled' && [one.value.status, one.value.isHeldByUs]),
      [
        ['processing', true],
        ['processing', true],
      ],
    )
    const seen = await recorded.retrieveSettlement()
    assert.match(seen.hold!.message, /^We are checking this payout: we are checking your last payments\. If your bank/)
    // Two processes at once; the last request may still arrive.
    at(1, 9, 119_000)
    await Promise.all([check(), check()])
    if (!isKilled) {
      at(1, 9, 179_000)
      await check()
    }
    assert.deepEqual([(await newest())!.status, await balances()], ['processing', [0, 0, 995_000]])
    at(1, 9, 181_000)
    await Promise.all([check(), check()])
    const { status, holdReason, holdMessage } = (await newest())!
    assert.deepEqual([status, holdReason, await balances()], ['on_hold', 'provider_review', [0, 1_000_000, 0]])
    assert.match(holdMessage!, /^We are checking this payout before it is sent/)
    at(2, 1)
    await take()
    at(2, 9)
    assert.equal(await send(), undefined)
    assert.equal(transfers.length, isKilled ? 0 : 1)
    const { events } = await recorded.retrieveSettlement()
    assert.deepEqual(
      events
        .map(({ kind }) => kind)
        .filter((kind) => kind === 'on_hold' || kind === 'failed')
        .sort(),
      ['failed', 'on_hold'],
    )

    await office(releasePayout, key)
    at(3, 1)
    await take()
    at(3, 9)
    const { amountKobo, reference } = (await send())!
    assert.deepEqual([amountKobo, reference !== sent.reference], [995_000, true])
    assert.deepEqual(await faults(), [])
  })

test('a recorded payout that is released before it has come back is sent under its reference, once', async (t) => {
  const { at, newest, merchantId, transfers, check, office, real, sent, faults } = await recordedPayout(t)
  const key = { merchantId, id: (await newest())!.id }
  await office(holdPayout, { ...key, reason: 'we are checking your last payments' })
  await check()
  assert.equal((await office(releasePayout, key)).status, 'processing')
  at(1, 9, 150_000)
  await check()
  assert.deepEqual(
    transfers.map(({ reference }) => reference),
    [sent.reference],
  )
  await check(real)
  const paid = (await newest())!
  assert.deepEqual([paid.status, paid.attempts, paid.holdReason, await faults()], ['success', 1, null, []])
})

test('a payout that the bank has made is paid although it was held meanwhile, and the operator is told', async (t) => {
  const { app, newest, merchantId, check, office, real, sent, faults } = await recordedPayout(t)
  await real.payouts.send(sent)
  const key = { merchantId, id: (await newest())!.id }
  await office(holdPayout, { ...key, reason: 'we are checking your last payments' })
  await check()
  const paid = (await newest())!
  assert.deepEqual([paid.status, paid.heldFor, paid.holdReason], ['success', null, null])
  await app.drain()
  const [mail] = await readEmails(app, /A payout that was held was paid/)
  assert.match(mail!.text, /we are checking your last payments/)
  await assert.rejects(office(holdPayout, { ...key, reason: 'too late' }), errorWith(409, 'settlement_sent'))
  assert.deepEqual(await faults(), [])
})
