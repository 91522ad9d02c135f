import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { updatePaymentLink } from '@adire/contract/payment-links.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { requireValidAmounts, splitFor } from './create.ts'
import { retrievePaymentLink } from './list.ts'
import { buildOptions } from './options.ts'
import { paymentLinks } from './tables.ts'

/** Where-clause: the merchant's link, unless archived. */
export const activeLinkCondition = ({ merchant }: MerchantContext, id: string) =>
  and(eq(paymentLinks.merchantId, merchant.id), eq(paymentLinks.id, id), ne(paymentLinks.status, 'archived'))

/**
 * Locks a link for update, so that nobody else changes it and no payment of it starts meanwhile.
 * @throws 404 if it is unknown or archived
 */
export async function lockPaymentLink(context: MerchantContext, id: string) {
  const [link] = await context.tx.select().from(paymentLinks).where(activeLinkCondition(context, id)).for('update')
  if (!link) throw problem.notFound('payment link')
  return link
}

/** Edits a link. The slug does not change with the name, so that shared URLs keep working. */
export async function updatePaymentLinkHandler(
  context: MerchantContext,
  { id, ...to }: ParsedInput<typeof updatePaymentLink>,
) {
  const before = await lockPaymentLink(context, id)
  if (before.planId) requireValidAmounts(to)
  const values = {
    name: to.name,
    description: to.description || null,
    amountKobo: to.amountKobo ?? null,
    ...(to.feeBearer && { feeBearer: to.feeBearer }),
    ...buildOptions(to, context.now, before),
    splitId: await splitFor(context, { ...to, planId: before.planId }, before),
  }
  const changes = changesBetween(before, values)
  if (changes) {
    await context.tx.update(paymentLinks).set(values).where(activeLinkCondition(context, id))
    await recordAuditEvent(context, { action: 'payment_link.updated', object: before.name, ...changes })
  }
  return retrievePaymentLink(context, id)
}
