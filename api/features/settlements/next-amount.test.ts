import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPayment } from '@adire/contract/payments.ts'
import { getPayoutSchedule } from '@adire/contract/payout-schedule.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { getUnsettled } from '@adire/contract/settlements.ts'
import { recordStatements } from '../../testing/record-statements.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { payoutSettings } from './tables.ts'

type Fixture = Awaited<ReturnType<typeof settlementFixture>>

const agreeReserve = ({ app, merchantId }: Fixture, reserveBps: number) =>
  app.runtime.database.write((tx) =>
    tx
      .insert(payoutSettings)
      .values({ merchantId, ownerId: merchantId, reserveBps, reserveDays: 30 })
      .onConflictDoUpdate({ target: [payoutSettings.merchantId, payoutSettings.ownerId], set: { reserveBps } }),
  )

test('the amount of the next settlement is without its reserve, as it is settled the next day', async (t) => {
  const fixture = await settlementFixture(t)
  const { app, call, pay, to, addAccount, runScheduledJobs } = fixture
  await addAccount()
  await agreeReserve(fixture, 1_000)
  const { id } = await pay(2_000_018)
  await call(requestRefund, { id, amountKobo: 700_009, reason: 'requested_by_customer' })
  await app.drain()
  const { next: expected } = await call(getUnsettled, {})
  to(1, 1.2)
  await runScheduledJobs()
  const { next: settled, reservedKobo } = await call(getUnsettled, {})
  assert.ok(reservedKobo > 0 && expected.settlementId === null && settled.settlementId !== null)
  const amounts = ({ amountKobo, stampDutyKobo, dueOn }: typeof settled) => [amountKobo, stampDutyKobo, dueOn]
  assert.deepEqual(amounts(expected), amounts(settled))
})

test('proceeds below the minimum payout have no expected day, also while an earlier settlement is due today', async (t) => {
  const { call, pay, morning, to, addAccount, runScheduledJobs, day } = await settlementFixture(t)
  await addAccount()
  await pay(2_000_000)
  to(1, 1.2)
  await runScheduledJobs()
  const { id } = await pay(50_000)
  const expectedDay = async () => (await call(getPayment, { id })).expectedSettlementOn
  assert.equal(await expectedDay(), null)
  assert.equal((await call(getUnsettled, {})).next.isBelowMinimum, false)
  await morning(1)
  const { next } = await call(getUnsettled, {})
  assert.deepEqual([next.amountKobo > 0, next.isBelowMinimum], [true, true])
  await pay(100_000)
  assert.equal(await expectedDay(), day(2))
  assert.equal((await call(getUnsettled, {})).next.isBelowMinimum, false)
})

test('the next settlement and the schedule read the payout settings once, and what is unsettled once', async (t) => {
  const fixture = await settlementFixture(t)
  const { app, call, pay, addAccount } = fixture
  await addAccount()
  await agreeReserve(fixture, 1_000)
  await pay(2_000_000)
  const countReads = async (act: () => Promise<unknown>) => {
    const sent = await recordStatements(app.runtime.database.url, act)
    const isOf = [/from "payout_settings"/, /^select account\.kind as account, sum\(/]
    return isOf.map((pattern) => sent.filter((text) => pattern.test(text)).length)
  }
  assert.deepEqual(await countReads(() => call(getUnsettled, {})), [1, 1])
  assert.deepEqual(await countReads(() => call(getPayoutSchedule, {})), [1, 0])
})
