import type { TestContext } from 'node:test'
import type { Context } from '../context.ts'
import { applyOutcome, type PaymentOutcome } from '../features/payments/apply-outcome.ts'
import { addPayment, type PaymentRecord } from '../features/payments/move.ts'
import type { payments } from '../features/payments/tables.ts'
import { testApp } from './app.ts'

/** A business whose payments are added and moved without a checkout. */
export async function paymentFixture(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const { merchantId } = user
  const { write } = app.runtime.database
  const inContext = <T>(callback: (context: Context) => Promise<T>, now = app.runtime.clock()) =>
    write((tx) => {
      const origin = { requestId: 'test', ip: null, userAgent: null }
      const { config, vault } = app.runtime
      return callback({ tx, mode: 'TEST', now, realNow: now, config, vault, origin })
    })
  let count = 0
  const add = (given: Partial<typeof payments.$inferInsert> = {}) => {
    const reference = given.reference ?? `pay_${String(++count).padStart(16, '0')}`
    const createdAt = given.createdAt ?? app.runtime.clock()
    return inContext(({ tx }) =>
      addPayment(tx, {
        merchantId,
        reference,
        accessCode: `${reference.replace('_', '')}xxxxxxxx${merchantId.slice(0, 8)}`,
        status: 'pending',
        step: 'select_channel',
        priceKobo: 500_000,
        amountKobo: 500_000,
        feeBearer: 'merchant',
        customerEmail: 'ada@example.com',
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 30 * 60_000),
        processor: 'sandbox',
        processorReference: reference,
        ...given,
      }),
    )
  }
  const receiveOutcome = (payment: PaymentRecord, outcome: PaymentOutcome) =>
    inContext((context) => applyOutcome(context, { merchantId, id: payment.id }, outcome))
  return { app, user, call, merchantId, inContext, add, receiveOutcome }
}

export const paidByCard: PaymentOutcome = { kind: 'success', paidBy: 'card' }
export const paidByTransfer: PaymentOutcome = { kind: 'success', paidBy: 'bank_transfer' }
