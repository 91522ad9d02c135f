import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import { createSplit } from '@adire/contract/splits.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { lagosDay } from '../../lagos.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { splitFixture } from '../../testing/split-fixture.ts'
import { payoutTimeOn, settlementTimeOn } from './calendar.ts'
import { settlementOutcomes } from './outcomes.ts'

test('a business that moves its clock gets its settlements created and paid on the way, each day at its hour', async (t) => {
  const { app, call, pay, to, addAccount, day } = await settlementFixture(t)
  await addAccount()
  to(4, 12)
  await pay(2_000_000)
  const { id } = await call(moveTestClock, { to: payoutTimeOn(day(7)).toISOString().replace(':00.000Z', ':30.000Z') })
  await app.drain()
  const [paid] = (await call(listSettlements, {})).content
  assert.deepEqual([paid?.status, paid?.dueOn, paid?.firstDay], ['success', day(7), day(4)])
  assert.equal(lagosDay(new Date(paid!.createdAt)), day(7))
  const { moves } = await call(getTestClock, {})
  const { stops, failedCount } = moves.find((one) => one.id === id)!
  assert.equal(failedCount, 0)
  const did = (what: string) => stops.filter((stop) => stop.did.some((each) => each.what === what)).map(({ at }) => at)
  assert.equal(did('Settlements created').filter((at) => at >= settlementTimeOn(day(7)).toISOString()).length, 1)
  assert.equal(did('Settlements sent to the bank').length, 1)
  assert.equal(await call(getTestClock, {}).then(({ now }) => lagosDay(new Date(now))), day(7))
})

test('a clock stops for the proceeds of a recipient also when nothing is left for the business', async (t) => {
  const { app, call, to, day, ada, terms, link, pay, balanceOf, findRecipientSettlement } = await splitFixture(t)
  const shares = [{ partyId: ada.id, value: 10_000 }]
  const { id: splitId } = await call(createSplit, { ...terms, name: 'All of it', feeBearer: 'everyone', shares })
  to(0, 12)
  await pay((await link({ splitId })).slug)
  assert.equal(await balanceOf('pending'), 0)
  const at = settlementTimeOn(day(1)).toISOString()
  const { next } = await call(getTestClock, {})
  assert.equal(next.find(({ what }) => what === 'Settlements created')?.at, at)
  await call(moveTestClock, { to: at.replace(':00.000Z', ':30.000Z') })
  await app.drain()
  assert.equal((await findRecipientSettlement(ada.id))?.paymentCount, 1)
})

test('the outcome of a settlement can be simulated once', async (t) => {
  const { app, user, call, pay, to, runScheduledJobs, addAccount, balanceOf } = await settlementFixture(t)
  await addAccount()
  await pay(2_000_000)
  to(1, 1.2)
  await runScheduledJobs()
  const { id } = (await call(listSettlements, {})).content[0]!
  const { merchantId, userId, email } = user
  const inContext = <T>(use: (context: MerchantContext) => Promise<T>) =>
    jobUnitOfWork(app.runtime).write((context) =>
      use({ ...context, merchant: { id: merchantId }, user: { id: userId, email, sessionId: '' }, apiKey: undefined }),
    )
  const { config, vault, files } = app.runtime
  const writes = { write: inContext, writeStatement: inContext }
  const unitOfWork: UnitOfWork<MerchantContext> = { mode: 'TEST', config, vault, files, ...writes }
  const offered = async () =>
    (await inContext((context) => settlementOutcomes.list(context, id))).map(({ name }) => name)
  assert.deepEqual(await offered(), ['paid', 'returned'])
  await settlementOutcomes.apply(unitOfWork, id, 'returned')
  const failed = await call(getSettlement, { id })
  assert.deepEqual([failed.status, await balanceOf('available')], ['failed', failed.figures.closingKobo])
  await assert.rejects(settlementOutcomes.apply(unitOfWork, id, 'stolen'), { code: 'validation_error' })
  await settlementOutcomes.apply(unitOfWork, id, 'paid')
  assert.equal((await call(getSettlement, { id })).status, 'success')
  assert.deepEqual(await offered(), ['sent_back'])
  await assert.rejects(settlementOutcomes.apply(unitOfWork, id, 'paid'), { code: 'settlement_paid' })
  await assert.rejects(settlementOutcomes.apply({ ...unitOfWork, mode: 'LIVE' }, id, 'paid'), { code: 'forbidden' })
  assert.equal(await balanceOf('available'), 0)
})
