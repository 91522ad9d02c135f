import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { chargeSubscriptionNow, resolveSubscriptionDebt } from '@adire/contract/subscription-actions.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { Problem, problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireTrading } from '../restrictions/trading.ts'
import { findObstacle } from './account.ts'
import { afterPaid } from './after-paid.ts'
import { restartOverduePeriod } from './apply-payment.ts'
import { mayDebitAgain, startCharge } from './charge.ts'
import { chargeStoredPayment } from './charge-stored.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import {
  appendSubscriptionEvent,
  findSubscriptionInvoice,
  lockSubscription,
  type SubscriptionRecord,
  updateSubscriptionInvoiceRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { findSource } from './source.ts'

/** Maximum number of charges that a merchant can request for one period: card schemes penalise more. */
const maxRequested = 10

/**
 * The unpaid invoice of a locked subscription, while no charge is in progress.
 * @throws 409 nothing_owed, subscription_charging, price_changed
 */
async function requireOwedInvoice({ tx }: MerchantContext, subscription: SubscriptionRecord, amountKobo: number) {
  const { status, openInvoiceId } = subscription
  if (status !== 'attention' || !openInvoiceId)
    throw problem.conflict(
      'nothing_owed',
      'Nothing is owed for this subscription. Reload the page to see its current state.',
    )
  const invoice = await findSubscriptionInvoice(tx, subscription, openInvoiceId)
  if (invoice.status === 'pending')
    throw problem.conflict(
      'subscription_charging',
      'This subscription is being charged right now. Try again in a minute.',
    )
  if (invoice.dueKobo !== amountKobo)
    throw problem.conflict('price_changed', `${formatNaira(invoice.dueKobo)} is now owed. Confirm the new amount.`)
  return invoice
}

interface RequestedCharge {
  id: string
  paymentId: string
}

/**
 * Charges the unpaid period now. The lock and the state of the invoice keep a second request and the scheduled retry from charging it
 * at the same time; after a crash the scheduled job repeats the stored charge.
 * @throws 402 payment_failed; 409 no_card, account_not_debited, those of `requireOwedInvoice` and `requireTrading`; 429 too_many_attempts
 */
export const chargeSubscriptionNowHandler = {
  async create(
    context: MerchantContext,
    { id, amountKobo }: ParsedInput<typeof chargeSubscriptionNow>,
  ): Promise<RequestedCharge> {
    const { tx, merchant, now } = context
    const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
    const invoice = await requireOwedInvoice(context, subscription, amountKobo)
    if (invoice.requestedAttempts >= maxRequested)
      throw new Problem(
        429,
        'too_many_attempts',
        `You have already charged this period ${maxRequested} times. Ask the customer for another card.`,
      )
    const source = await findSource(tx, subscription)
    if (!source) throw problem.conflict('no_card', 'There is no card to charge. The customer has to add one first.')
    if ('account' in source && findObstacle(source.account, invoice.dueKobo))
      throw problem.conflict('account_not_debited', 'The account cannot be debited for this amount now')
    if ('account' in source && !mayDebitAgain(invoice))
      throw problem.conflict(
        'account_not_debited',
        'The account was debited three times for this period, as often as the customer agreed to. Ask them to add a card.',
      )
    await requireTrading(context, merchant.id, invoice.dueKobo)
    const text = `${await readActorName(context)} requested a charge of ${formatNaira(invoice.dueKobo)}`
    await appendSubscriptionEvent(tx, subscription, now, 'charge_requested', text)
    await recordAuditEvent(context, {
      action: 'subscription.charged',
      object: subscription.code,
      after: { amountKobo: invoice.dueKobo },
    })
    const { key } = await startCharge(context, subscription, { invoice, source, isRequested: true })
    return { id, paymentId: key.id }
  },
  async finish(unitOfWork: UnitOfWork<MerchantContext>, { id, paymentId }: RequestedCharge) {
    const charged = await chargeStoredPayment(unitOfWork, paymentId)
    if (charged?.status === 'failed')
      throw new Problem(402, 'payment_failed', `The charge was declined: ${charged.failureMessage}.`)
    return unitOfWork.write((context) => retrieveSubscription(context, id))
  },
}

const resolvedTexts = {
  forgiven: (by: string, what: string) => `${by} forgave ${what}`,
  paid_outside: (by: string, what: string) => `${by} recorded ${what} as paid elsewhere`,
}

/**
 * Closes the unpaid period without a payment: nothing is posted to the ledger.
 * @throws 409 nothing_owed, subscription_charging, price_changed
 */
export async function resolveSubscriptionDebtHandler(
  context: MerchantContext,
  { id, as, amountKobo, note }: ParsedInput<typeof resolveSubscriptionDebt>,
) {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  const invoice = await requireOwedInvoice(context, subscription, amountKobo)
  const closed = await updateSubscriptionInvoiceRecord(tx, invoice, {
    status: as,
    paidAt: now,
    failureCode: null,
    failureMessage: null,
    nextAttemptAt: null,
    lastChanceAt: null,
  })
  const open = await updateSubscriptionRecord(tx, subscription, {
    openInvoiceId: null,
    // A forgiven period cost nothing, so a plan change credits nothing for it.
    ...(as === 'forgiven' && { stretchKobo: 0 }),
  })
  const what = `${formatNaira(invoice.dueKobo)} for ${invoice.planName}`
  const text = `${resolvedTexts[as](await readActorName(context), what)}: ${note}`
  await appendSubscriptionEvent(tx, subscription, now, as, text)
  await recordAuditEvent(context, {
    action: 'subscription.debt_resolved',
    object: subscription.code,
    after: { as, amountKobo: invoice.dueKobo, note },
  })
  const resolved = await afterPaid(context, await restartOverduePeriod(context, open, closed))
  await enqueueSubscriptionEmail(context, resolved, 'debt_resolved')
  await emitSubscription(context, resolved, 'subscription.renewed')
  return retrieveSubscription(context, id)
}
