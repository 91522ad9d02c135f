import { randomInt } from 'node:crypto'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { refundReasonNames } from '@adire/contract/refund-form.ts'
import type { cancelRefund, payRefundToAccount, requestRefund } from '@adire/contract/refunds.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context, MemberContext, MerchantContext, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { actorOf, record } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { askBank, fitsBusiness } from '../bank-accounts/bank-accounts.ts'
import { bankOf } from '../lookups/lookups.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { lockPayment, note, type PaymentRecord } from '../payments/payments.ts'
import { emitRefund } from './emit.ts'
import { leftOf, refusalOf } from './left.ts'
import {
  changeRefund,
  endRefund,
  findRefund,
  holdRefund,
  mayMove,
  type RefundKey,
  type RefundRecord,
  takeMoney,
} from './move.ts'
import { askProcessor } from './settle.ts'
import { showRefund } from './show.ts'
import { refunds } from './tables.ts'

/** How long a refund that waits for money, or whose asking was cut off, is left alone at first. */
const firstCheckMs = 30_000

type Wanted = Parsed<typeof requestRefund>

/** Refunds a payment: records the refund and takes the money, asks the processor, records its outcome. */
export const request = {
  async create(context: MerchantContext, wanted: Wanted): Promise<RefundKey> {
    const { merchantId, id } = await intend(context, wanted)
    return { merchantId, id }
  },
  async finish(steps: Steps<MerchantContext>, key: RefundKey) {
    const connector = connectorFor(steps.mode, steps.config, steps.write)
    const { status } = await steps.write(({ tx }) => findRefund(tx, key))
    if (status === 'processing') await askProcessor(steps.write, connector, key)
    return steps.write(async ({ tx }) => showRefund(tx, await findRefund(tx, key)))
  },
}

/** The refund as it is meant, with its money taken where there is enough. The payment is held: two at once share what is left. */
export async function intend(context: MerchantContext, wanted: Wanted): Promise<RefundRecord> {
  const { tx, merchant, now } = context
  const { id: paymentId, amountKobo, reason, payerNote, note: text } = wanted
  const payment = await lockPayment(tx, { merchantId: merchant.id, id: paymentId })
  if (!payment) throw problem.notFound('payment')
  const leftKobo = await leftOf(tx, payment)
  const refusal = await refusalOf(tx, payment, leftKobo)
  if (refusal) throw refusal
  if (amountKobo > leftKobo)
    throw problem.field('amountKobo', `At most ${formatNaira(leftKobo)} can be refunded`, 'above_what_is_left')
  const actor = actorOf(context)
  const [refund] = await tx
    .insert(refunds)
    .values({
      merchantId: merchant.id,
      paymentId,
      reference: newReference(),
      amountKobo,
      status: 'pending',
      reason,
      payerNote: payerNote || null,
      note: text || null,
      requestedByKind: actor.kind,
      requestedBy: actor.name,
      createdAt: now,
      checkAt: new Date(now.getTime() + firstCheckMs),
    })
    .returning()
  const amount = formatNaira(amountKobo)
  await note(tx, payment, now, 'refund_requested', `${actor.name} refunded ${amount}: ${refundReasonNames[reason]}`)
  await record(context, {
    action: 'refund.requested',
    object: payment.reference,
    after: { reference: refund!.reference, amountKobo, reason },
  })
  const started = await takeMoney(context, { refund: refund!, payment })
  if (started.status === 'pending')
    await note(tx, payment, now, 'refund_waits', `Refund ${started.reference} waits until your balance holds ${amount}`)
  await emitRefund(context, { refund: started, payment }, 'pending')
  return started
}

/** A card was checked: what that took goes back at once, by itself. */
export async function giveBackCheck(context: Context, payment: PaymentRecord): Promise<void> {
  const { tx, now } = context
  const [refund] = await tx
    .insert(refunds)
    .values({
      merchantId: payment.merchantId,
      paymentId: payment.id,
      reference: newReference(),
      amountKobo: payment.amountKobo,
      status: 'pending',
      reason: 'other',
      payerNote: 'This was only to check your card',
      requestedByKind: 'system',
      requestedBy: context.config.brand.name,
      createdAt: now,
      checkAt: now,
    })
    .returning()
  await note(tx, payment, now, 'refund_requested', 'The card was only checked: the amount goes back')
  const started = await takeMoney(context, { refund: refund!, payment })
  // Asked of the processor by the job that looks after refunds, in the next minute.
  await changeRefund(tx, started, { checkAt: now })
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const newReference = () => `rfd_${Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')}`

/**
 * Pays to the payer's account what the card did not take back. The bank says whose account it is before it is kept.
 * @throws Problem 403 confirmation_required, 409 account_not_asked and name_differs, 422 account_unknown
 */
export async function payToAccount(steps: Steps<MemberContext>, given: Parsed<typeof payRefundToAccount>) {
  const { id, bankId, accountNumber, nameConfirmed = false } = given
  const connector = connectorFor(steps.mode, steps.config, steps.write)
  await steps.write(async (context) => {
    await requireConfirmation(context)
    requireWaiting(await findRefund(context.tx, { merchantId: context.merchant.id, id }))
  })
  const { accountName } = await askBank(steps, { bankId, accountNumber })
  const refund = await steps.write(async (context) => {
    const { tx, merchant, now } = context
    const { refund, payment } = await holdRefund(tx, { merchantId: merchant.id, id })
    requireWaiting(refund)
    if (!nameConfirmed) requireName(accountName, payment.customerName)
    const account = `${bankOf(bankId)!.name} ${accountNumber}`
    await note(tx, payment, now, 'refund_account', `Refund ${refund.reference} goes to ${account}`)
    await record(context, {
      action: 'refund.account_given',
      object: refund.reference,
      after: { account, accountName, payer: payment.customerName, nameConfirmed },
    })
    await tellMembers(context, merchant.id, {
      kind: 'security',
      title: `A refund of ${formatNaira(refund.amountKobo)} goes to a bank account`,
      text: `${context.user.email} sent it to ${account}, held by ${accountName ?? 'a person the bank does not name'}. If that is wrong, write to us at once.`,
      path: `/transactions/${payment.id}`,
    })
    return changeRefund(tx, refund, {
      status: 'processing',
      bankId,
      accountNumber,
      accountName,
      failureMessage: null,
      checks: 0,
      checkAt: new Date(now.getTime() + firstCheckMs),
    })
  })
  await askProcessor(steps.write, connector, refund)
  return steps.write(({ tx }) => showRefund(tx, refund))
}

function requireName(accountName: string | null, payerName: string | null): void {
  if (payerName !== null && !fitsBusiness(accountName ?? '', payerName))
    throw problem.conflict(
      'name_differs',
      `The account is held by ${accountName ?? 'a person the bank does not name'}, but ${payerName} paid. Ask the customer again, or send it there anyway.`,
    )
}

function requireWaiting({ status }: RefundRecord): void {
  if (status !== 'needs_attention')
    throw problem.conflict('account_not_asked', 'This refund does not wait for a bank account')
}

export async function cancel(context: MerchantContext, { id }: Parsed<typeof cancelRefund>) {
  const { tx, merchant } = context
  const held = await holdRefund(tx, { merchantId: merchant.id, id })
  const { status, reference } = held.refund
  // What the processor is working on cannot be called back.
  if (status === 'processing' || !mayMove(status, 'failed'))
    throw problem.conflict('refund_not_cancellable', 'This refund cannot be cancelled any more')
  await endRefund(context, held, `cancelled by ${actorOf(context).name}`)
  await record(context, {
    action: 'refund.cancelled',
    object: reference,
    before: { status },
    after: { status: 'failed' },
  })
  return showRefund(tx, held.refund)
}
