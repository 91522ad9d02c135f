import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { ask } from '../../connectors/ask.ts'
import type { Connector, RefundOutcome } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { countRefund } from '../invoices/invoices.ts'
import { bankOf } from '../lookups/lookups.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { change, note } from '../payments/payments.ts'
import { payments } from '../payments/tables.ts'
import { emitRefund } from './emit.ts'
import { mailRefund } from './mail.ts'
import {
  changeRefund,
  endRefund,
  findRefund,
  type Held,
  holdRefund,
  type RefundKey,
  type RefundRecord,
} from './move.ts'

type Write = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/**
 * Asks the processor for a refund whose money was taken, between two transactions. An answer that does not come leaves it
 * in processing, for the job that asks again; under one reference a processor refunds once.
 */
export async function askProcessor(write: Write, connector: Connector, key: RefundKey): Promise<void> {
  const request = await write(({ tx }) => requestOf(tx, key))
  const outcome = await ask(connector.refund(request))
  if (outcome) await write((context) => settleRefund(context, key, outcome))
}

async function requestOf(tx: Context['tx'], key: RefundKey) {
  const { reference, amountKobo, merchantId, paymentId, ...account } = await findRefund(tx, key)
  const [payment] = await tx
    .select({ reference: payments.reference, processorReference: payments.processorReference })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, paymentId)))
  const { bankId, accountNumber, accountName } = account
  return {
    reference,
    amountKobo,
    chargeReference: payment!.processorReference ?? payment!.reference,
    ...(bankId && accountNumber && { account: { bankCode: bankOf(bankId)!.code, accountNumber, accountName } }),
  }
}

/** The one door for what a processor says of a refund. Said twice, the second time changes nothing. */
export async function settleRefund(context: Context, key: RefundKey, said: RefundOutcome): Promise<RefundRecord> {
  const held = await holdRefund(context.tx, key)
  if (held.refund.status !== 'processing') return held.refund
  switch (said.kind) {
    case 'processed':
      return succeed(context, held)
    case 'failed':
      return fail(context, held, said.message)
    case 'needs_account':
      return askForAccount(context, held, said.message)
    case 'pending':
    case 'unknown':
      return held.refund
  }
}

async function succeed(context: Context, { refund, payment }: Held): Promise<RefundRecord> {
  const { tx, now } = context
  const done = await changeRefund(tx, refund, { status: 'processed', processedAt: now, checkAt: null })
  const refundedKobo = payment.refundedKobo + refund.amountKobo
  const isAll = refundedKobo === payment.amountKobo
  await change(tx, payment, { refundedKobo, status: isAll ? 'refunded' : 'partially_refunded' })
  await countRefund(context, { ...payment, refundedKobo }, refund.amountKobo)
  const amount = formatNaira(refund.amountKobo)
  await note(tx, payment, now, 'refund_processed', `Refund ${refund.reference}: ${amount} went back to the customer`)
  const { merchantId, id: refundId } = refund
  await enqueue(tx, mailRefund, { merchantId, refundId }, { merchantId, key: refundId, runAt: now })
  await emitRefund(context, { refund, payment }, 'processed')
  return done
}

async function fail(context: Context, held: Held, message: string): Promise<RefundRecord> {
  const { refund, payment } = held
  const failed = await endRefund(context, held, message)
  await tellMembers(context, refund.merchantId, {
    kind: 'dispute',
    title: `A refund of ${formatNaira(refund.amountKobo)} failed`,
    text: `${message}. The money for ${payment.customerName ?? payment.customerEmail} is back in your balance.`,
    path: `/transactions/${payment.id}`,
  })
  return failed
}

async function askForAccount(context: Context, { refund, payment }: Held, message: string): Promise<RefundRecord> {
  const { tx, now } = context
  const asking = await changeRefund(tx, refund, { status: 'needs_attention', failureMessage: message, checkAt: null })
  const text = `${message}; give the customer\u2019s bank account`
  await note(tx, payment, now, 'refund_needs_attention', `Refund ${refund.reference}: ${text}`)
  await tellMembers(context, refund.merchantId, {
    kind: 'dispute',
    title: `A refund of ${formatNaira(refund.amountKobo)} needs a bank account`,
    text: `${message}. Ask ${payment.customerName ?? payment.customerEmail} for a bank account and enter it on the transaction.`,
    path: `/transactions/${payment.id}`,
  })
  await emitRefund(context, { refund, payment }, 'needs_attention')
  return asking
}
