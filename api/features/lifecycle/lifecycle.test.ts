import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '../../database/connect.ts'
import { type DebitRecord, type MandateRecord, updateDebitRecord, updateMandateRecord } from '../direct-debit/move.ts'
import { type DisputeRecord, updateDisputeRecord } from '../disputes/move.ts'
import { type InvoiceRecord, requireInvoiceStatus, updateInvoiceRecord } from '../invoices/move.ts'
import { type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { type RefundRecord, updateRefundRecord } from '../refunds/move.ts'
import { type SettlementRecord, updateSettlementRecord } from '../settlements/move.ts'
import { type SubscriptionRecord, updateSubscriptionRecord } from '../subscriptions/move.ts'

/** A change is rejected before the database is asked. */
const noTx = undefined as unknown as Tx
const now = new Date()

test('a status changes only as the contract allows, and the error says what cannot be', async () => {
  const rejected = async (change: Promise<unknown>) => {
    const error = await change.then(
      () => assert.fail('the change was allowed'),
      (thrown: { code: string; message: string }) => thrown,
    )
    return [error.code, error.message]
  }
  const payment = { status: 'failed', channel: 'card' } as PaymentRecord
  assert.deepEqual(await rejected(updatePaymentRecord(noTx, payment, { status: 'success' })), [
    'payment_move_refused',
    'A payment that is failed cannot become success',
  ])
  assert.deepEqual(
    await rejected(updatePaymentRecord(noTx, { ...payment, status: 'abandoned' }, { status: 'success' })),
    ['payment_move_refused', 'A payment that is abandoned cannot become success'],
  )
  const refund = { status: 'processed' } as RefundRecord
  assert.deepEqual(await rejected(updateRefundRecord(noTx, refund, { status: 'processing' })), [
    'refund_move_refused',
    'A refund that is processed cannot become processing',
  ])
  const dispute = { status: 'archived' } as DisputeRecord
  assert.deepEqual(await rejected(updateDisputeRecord(noTx, dispute, { status: 'awaiting_bank_feedback' })), [
    'dispute_move_refused',
    'A dispute that is archived cannot become awaiting_bank_feedback',
  ])
  const settlement = { status: 'pending' } as SettlementRecord
  assert.deepEqual(await rejected(updateSettlementRecord(noTx, settlement, { status: 'success' })), [
    'settlement_move_refused',
    'A settlement that is pending cannot become success',
  ])
  const invoice = { status: 'paid' } as InvoiceRecord
  assert.deepEqual(await rejected(updateInvoiceRecord(noTx, invoice, { status: 'draft' })), [
    'invoice_move_refused',
    'An invoice that is paid cannot become a draft',
  ])
  assert.deepEqual(await rejected((async () => requireInvoiceStatus(invoice, ['draft'], 'sent'))()), [
    'invoice_move_refused',
    'An invoice that is paid cannot be sent',
  ])
  const mandate = { status: 'active' } as MandateRecord
  assert.deepEqual(await rejected(updateMandateRecord(noTx, mandate, { status: 'pending' }, now)), [
    'mandate_move_refused',
    'A mandate that is active cannot become waiting for the customer’s consent',
  ])
  const debit = { status: 'success' } as DebitRecord
  assert.deepEqual(await rejected(updateDebitRecord(noTx, debit, { status: 'processing' })), [
    'debit_move_refused',
    'A debit that is paid cannot become processing',
  ])
  const subscription = {
    status: 'cancelled',
    periodStartsAt: now,
    periodEndsAt: now,
    dueAt: null,
  } as SubscriptionRecord
  assert.deepEqual(await rejected((async () => updateSubscriptionRecord(noTx, subscription, { status: 'active' }))()), [
    'subscription_move_refused',
    'A subscription that is cancelled cannot become active',
  ])
})
