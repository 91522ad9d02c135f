import { type cancelMandate, consentWindowMs, type sendMandate } from '@adire/contract/direct-debit.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { lagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { takeCustomerEmail } from '../customer-emails/limits.ts'
import { isBlacklisted } from '../customers/customers.ts'
import { closeMandate } from './close-mandate.ts'
import { mailMandate } from './emails/email-jobs.ts'
import { merchantKey } from './mandate-key.ts'
import {
  appendMandateEvent,
  lockMandate,
  type MandateRecord,
  mandateEndsAt,
  requireMandateStatus,
  updateMandateRecord,
} from './move.ts'
import { newMandateReference } from './references.ts'
import { retrieveMandate } from './serialize.ts'

/**
 * Emails a mandate request to the customer, or sends a pending one again. A second call within a minute is a double click and does
 * nothing.
 * @throws 404; 409 mandate_move_refused, subscription_ended, customer_blacklisted
 */
export async function sendMandateHandler(context: MerchantContext, { id }: ParsedInput<typeof sendMandate>) {
  const { tx, merchant, now } = context
  const mandate = await lockMandate(tx, { merchantId: merchant.id, id })
  requireMandateStatus(mandate, ['draft', 'pending', 'pending_authorization', 'authorization_expired'], 'sent')
  if (mandate.subscriptionId && mandate.status === 'authorization_expired')
    throw problem.conflict(
      'subscription_ended',
      'The subscription of this mandate has ended. The customer can subscribe again.',
    )
  if (mandate.mailedAt && mandate.mailedAt.getTime() > now.getTime() - minuteMs) return retrieveMandate(context, id)
  if (await isBlacklisted(tx, merchant.id, mandate.customerEmail))
    throw problem.conflict('customer_blacklisted', 'This customer is blacklisted')
  const last = mandate.endOn ?? (mandate.status === 'draft' ? mandate.startOn : null)
  if ((mandate.status === 'draft' && mandate.startOn <= lagosDay(now)) || (last !== null && last < lagosDay(now)))
    throw problem.conflict('start_passed', 'The days of this mandate have passed. Change them before you send it.')
  await requestMandate(context, mandate)
  await recordAuditEvent(context, { action: 'mandate.sent', object: mandate.reference })
  return retrieveMandate(context, id)
}

/** Sends the mandate request. Starts again if an earlier request has expired; reminds of the transfer if that is pending. */
export async function requestMandate(context: Context, mandate: MandateRecord): Promise<void> {
  const { tx, now } = context
  const { merchantId, id, status } = mandate
  await takeCustomerEmail(context, merchantId, mandate.customerEmail)
  const isNew = status === 'draft' || status === 'authorization_expired'
  const consentDueAt = new Date(now.getTime() + consentWindowMs)
  const last = mandateEndsAt(mandate)
  await updateMandateRecord(
    tx,
    mandate,
    {
      mailedAt: now,
      ...(isNew && { status: 'pending', sentAt: now, dueAt: last && last < consentDueAt ? last : consentDueAt }),
      ...(status === 'authorization_expired' && { ...withoutRequest, reference: newMandateReference() }),
    },
    now,
  )
  const what = status === 'pending_authorization' ? 'transfer' : 'request'
  await enqueueJob(tx, mailMandate, { merchantId, id, what, isCounted: true }, merchantKey(mandate))
  await appendMandateEvent(tx, mandate, now, 'sent', `${isNew ? 'Sent' : 'Sent again'} to ${mandate.customerEmail}`)
}

/** Column values that reset an expired request. The mandate also needs a new reference, because the bank has used the old one. */
const withoutRequest = {
  reason: null,
  endedBy: null,
  endedAt: null,
  textVersion: null,
  consentText: null,
  consentIp: null,
  consentedAt: null,
  processorReference: null,
  authorizationUrl: null,
  transferBank: null,
  transferAccountNumber: null,
  transferAccountName: null,
  transferKobo: null,
  transferExpiresAt: null,
}

/**
 * Cancels a mandate permanently: planned debits are cancelled, debits at the bank finish.
 * @throws 404; 409 mandate_move_refused
 */
export async function cancelMandateHandler(
  context: MerchantContext,
  { id, reason }: ParsedInput<typeof cancelMandate>,
) {
  const { tx, merchant } = context
  const mandate = await lockMandate(tx, { merchantId: merchant.id, id })
  // A double click cancels once.
  if (mandate.status === 'cancelled') return retrieveMandate(context, id)
  if (mandate.status === 'draft')
    throw problem.conflict('mandate_move_refused', 'A draft cannot be cancelled. Delete it')
  requireMandateStatus(
    mandate,
    ['pending', 'pending_authorization', 'pending_activation', 'active', 'suspended'],
    'cancelled',
  )
  await closeMandate(context, mandate, 'cancelled', reason || 'Cancelled by the business', 'business')
  await recordAuditEvent(context, {
    action: 'mandate.cancelled',
    object: mandate.reference,
    before: { status: mandate.status },
    after: { status: 'cancelled', reason: reason || null },
  })
  return retrieveMandate(context, id)
}
