import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  endMerchantPrice,
  freezeMerchantPayouts,
  setMerchantLimits,
  setMerchantPayoutTerms,
  setMerchantPrice,
  unfreezeMerchantPayouts,
} from '@adire/contract/back-office/merchants.ts'
import {
  explainReconciliationItem,
  holdPayout,
  listPayouts,
  listReconciliationItems,
} from '@adire/contract/back-office/money.ts'
import { openBankDispute, returnBankDispute } from '@adire/contract/back-office/payments.ts'
import {
  addRiskBlock,
  closeRiskAlert,
  createRiskRule,
  deleteRiskRule,
  listRiskAlerts,
  removeRiskBlock,
  reopenRiskAlert,
  updateRiskRule,
} from '@adire/contract/back-office/risk.ts'
import {
  changeStaffRole,
  deactivateStaff,
  inviteStaff,
  reactivateStaff,
  resendStaffInvitation,
  resetStaffSecondFactor,
} from '@adire/contract/back-office/staff.ts'
import { removeHoliday, replayProcessorEvent, saveHoliday } from '@adire/contract/back-office/system.ts'
import type { CallError } from '@adire/contract/call.ts'
import { contestDispute, listDisputes } from '@adire/contract/disputes.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import { processorEvents } from '../features/processor-events/tables.ts'
import { reconciliationItems } from '../features/reconciliation/tables.ts'
import { riskAlerts } from '../features/risk/tables.ts'
import { staffEvents } from '../features/staff/tables.ts'
import { outbox } from '../jobs/tables.ts'
import { addDays, lagosDay } from '../lagos.ts'
import type { TestApp } from './app.ts'
import { testApp } from './app.ts'
import { runNow } from './drain.ts'
import { settlementFixture } from './settlement-fixture.ts'
import { asStaff, createStaff } from './staff.ts'
import { sendWhileLocked } from './while-locked.ts'

/**
 * Sends requests of an admin twice at the same moment: `twice` checks that both overlapped up to their end, that one event was recorded, and
 * that the second request succeeded too, or was rejected with the code. Resolves with the response to the first.
 */
async function adminOf(app: TestApp) {
  const office = asStaff(app, await createStaff(app, 'admin'))
  const countEvents = () => app.runtime.database.read((tx) => tx.$count(staffEvents))
  async function twice<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, second?: string) {
    const before = await countEvents()
    const send = () => office(endpoint, input, { idempotencyKey: crypto.randomUUID() })
    const sent = await sendWhileLocked(app, 'lock table staff_events in share mode', [send, send])
    const codes = sent.map((one) => (one.status === 'fulfilled' ? undefined : (one.reason as CallError).code))
    assert.deepEqual([...codes, (await countEvents()) - before], [undefined, second, 1], endpoint.path)
    return (sent[0] as PromiseFulfilledResult<EndpointOutput<E>>).value
  }
  return { office, twice }
}

const businessScene = async (t: TestContext) => {
  const fixture = await settlementFixture(t)
  return { ...fixture, ...(await adminOf(fixture.app)) }
}

test('what staff decide about a business, sent twice at the same moment, is done and recorded once', async (t) => {
  const { app, merchantId: id, twice } = await businessScene(t)
  await twice(freezeMerchantPayouts, { id, reason: 'Fraud' })
  await twice(unfreezeMerchantPayouts, { id })
  await twice(setMerchantLimits, { id, maxPaymentKobo: 5_000_000, maxDayKobo: null })
  await twice(setMerchantPayoutTerms, { id, reserveBps: 500, reserveDays: 60, stampDutyBearer: 'platform' })
  const today = lagosDay(app.runtime.clock())
  const terms = {
    bps: 120,
    flatKobo: 5_000,
    waiveFlatBelowKobo: 250_000,
    capKobo: 150_000,
    feeBearer: 'merchant' as const,
  }
  const price = { id, channel: 'checkout', ...terms, startsOn: addDays(today, 1) } as const
  await twice(setMerchantPrice, price, 'validation_error')
  await twice(endMerchantPrice, { id, channel: 'checkout', lastDay: today }, 'validation_error')
})

test('what staff do with payouts, disputes and discrepancies, sent twice at the same moment, is done once', async (t) => {
  const { app, call, merchantId, pay, to, addAccount, office, twice } = await businessScene(t)
  await addAccount()
  await pay()
  to(1, 1.2)
  await runNow(app.runtime, 'create-settlements')
  const [payout] = (await office(listPayouts, { mode: 'TEST' })).content
  await twice(holdPayout, { merchantId, id: payout!.id, reason: 'we are checking your last payments' })
  const { id } = await pay(2_000_000)
  const { disputes } = await twice(openBankDispute, { merchantId, id, reason: 'Not received' })
  const [dispute] = (await call(listDisputes, { paymentId: id })).content
  await call(contestDispute, { id: dispute!.id, message: 'It was handed over and signed for.' })
  const { reference } = disputes[0]!
  await twice(returnBankDispute, { reference, why: 'asks_more' }, 'dispute_move_refused')
  const now = app.runtime.clock()
  await app.runtime.database.write((tx) =>
    tx.insert(reconciliationItems).values({
      ...{ kind: 'bank' as const, discrepancy: 'missing_here' as const, subject: 'A line', day: lagosDay(now) },
      ...{ effectKobo: 0, status: 'open' as const, foundAt: now, seenAt: now },
    }),
  )
  const [item] = (await office(listReconciliationItems, { status: 'open' })).content
  await twice(explainReconciliationItem, { number: item!.number, reason: 'A deposit of our own' })
})

test('what staff do about risk, sent twice at the same moment, is done once', async (t) => {
  const { app, merchantId, office, twice } = await businessScene(t)
  const limit = { subject: 'payer', metric: 'payments', windowMinutes: 60, action: 'block' } as const
  const rule = { name: 'Many', ...limit, maximum: 2, isEnabled: true }
  const { id } = await office(createRiskRule, { ...rule, mode: 'TEST' })
  await twice(updateRiskRule, { ...rule, id, maximum: 5 })
  await twice(deleteRiskRule, { id }, 'risk_rule_not_found')
  const payer = { kind: 'email', value: 'ada@example.com', mode: 'TEST', reason: 'Fraud' } as const
  const block = await twice(addRiskBlock, payer, 'blocked_already')
  await twice(removeRiskBlock, { id: block.id, reason: 'A mistake' })
  const now = app.runtime.clock()
  const raise = () =>
    app.runtime.database.write((tx) =>
      tx.insert(riskAlerts).values({
        ...{ kind: 'card_testing', mode: 'TEST', title: 'Card testing', subject: 'one', label: 'ada@example.com' },
        ...{ merchantId, times: 1, stopped: 0, createdAt: now, lastAt: now, status: 'open' },
        lastPaymentId: crypto.randomUUID(),
      }),
    )
  await raise()
  const [alert] = (await office(listRiskAlerts, { status: 'open' })).content
  await twice(closeRiskAlert, { id: alert!.id, outcome: 'no_risk', note: 'A sale' }, 'alert_closed')
  await twice(reopenRiskAlert, { id: alert!.id, note: 'Again' })

  // Of two closed alerts about the same, only one can be opened again.
  await office(closeRiskAlert, { id: alert!.id, outcome: 'no_risk', note: 'A sale' })
  await raise()
  const [newer] = (await office(listRiskAlerts, { status: 'open' })).content
  await office(closeRiskAlert, { id: newer!.id, outcome: 'no_risk', note: 'A sale' })
  const reopen = (one: string) => () => office(reopenRiskAlert, { id: one, note: 'Again' })
  const table = 'lock table risk_alerts in access exclusive mode'
  const reopened = await sendWhileLocked(app, table, [reopen(alert!.id), reopen(newer!.id)])
  const codes = reopened.map((one) => (one.status === 'rejected' ? (one.reason as CallError).code : 'done'))
  assert.deepEqual(codes.sort(), ['alert_open', 'done'])
})

test('a processor event that is replayed twice at the same moment is processed again and recorded once', async (t) => {
  const app = await testApp(t)
  const { twice } = await adminOf(app)
  const now = app.runtime.clock()
  const posted = { processor: 'paystack', sealedBody: 'sealed', name: 'charge.success', receivedAt: now } as const
  const countJobs = () =>
    app.runtime.database.read((tx) => tx.$count(outbox, eq(outbox.job, 'process-processor-event')))
  const events = await app.runtime.database.write((tx) =>
    tx
      .insert(processorEvents)
      .values([
        { ...posted, bodyHash: 'one', status: 'processed', processedAt: now },
        // Its job has failed.
        { ...posted, bodyHash: 'two', status: 'received' },
      ])
      .returning(),
  )
  for (const { id } of events) await twice(replayProcessorEvent, { id })
  assert.equal(await countJobs(), 2)
})

test('changes of holidays and of people of the staff, sent twice at the same moment, are made and recorded once', async (t) => {
  const app = await testApp(t)
  const { twice } = await adminOf(app)
  await twice(saveHoliday, { day: '2031-01-02', name: 'New Year holiday' })
  await twice(removeHoliday, { day: '2031-01-02' })
  const invited = await twice(inviteStaff, { email: 'bola@provider.example', role: 'support' })
  await twice(inviteStaff, { email: 'bola@provider.example', role: 'risk' })
  app.forward(60_000)
  await twice(inviteStaff, { email: 'bola@provider.example', role: 'risk' })
  app.forward(60_000)
  await twice(resendStaffInvitation, { id: invited.id })
  const { id } = await createStaff(app, 'support')
  await twice(changeStaffRole, { id, role: 'risk' })
  await twice(resetStaffSecondFactor, { id })
  await twice(deactivateStaff, { id })
  await twice(reactivateStaff, { id })
})
