import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  checkPaymentLinkName,
  createPaymentLink,
  deletePaymentLink,
  editPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
  publishPaymentLink,
} from '@adire/contract/payment-links.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { route } from '../../http/route.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { payments } from '../payments/tables.ts'
import { checkPaymentLinkNameHandler, createPaymentLinkHandler } from './create.ts'
import { activeLinkCondition, editPaymentLinkHandler, lockPaymentLink } from './edit.ts'
import { listPaymentLinksHandler, listPlanPaymentLinksHandler, retrievePaymentLink } from './list.ts'
import { paymentLinks } from './tables.ts'

export type { ViewCounter } from './views.ts'

export const paymentLinkRoutes = [
  route(listPaymentLinks, listPaymentLinksHandler),
  route(listPlanPaymentLinks, listPlanPaymentLinksHandler),
  route(checkPaymentLinkName, checkPaymentLinkNameHandler),
  route(createPaymentLink, createPaymentLinkHandler),
  route(getPaymentLink, getPaymentLinkHandler),
  route(editPaymentLink, editPaymentLinkHandler),
  route(publishPaymentLink, publishPaymentLinkHandler),
  route(deletePaymentLink, deletePaymentLinkHandler),
]

async function getPaymentLinkHandler(context: MerchantContext, { id }: ParsedInput<typeof getPaymentLink>) {
  return retrievePaymentLink(context, id)
}

async function publishPaymentLinkHandler(
  context: MerchantContext,
  { id, published }: ParsedInput<typeof publishPaymentLink>,
) {
  const link = await lockPaymentLink(context, id)
  const status = published ? 'active' : 'inactive'
  if (link.status !== status) {
    await context.tx.update(paymentLinks).set({ status }).where(activeLinkCondition(context, id))
    const action = published ? 'payment_link.published' : 'payment_link.unpublished'
    await recordAuditEvent(context, { action, object: link.name })
  }
  return retrievePaymentLink(context, id)
}

async function deletePaymentLinkHandler(
  context: MerchantContext,
  { id, message }: ParsedInput<typeof deletePaymentLink>,
) {
  const { tx, merchant } = context
  // Locked, so that no payment of it starts between the check and the deletion.
  const link = await lockPaymentLink(context, id)
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.merchantId, merchant.id), eq(payments.paymentLinkId, id)))
    .limit(1)
  if (payment)
    await tx
      .update(paymentLinks)
      .set({ status: 'archived', closedMessage: message || null })
      .where(activeLinkCondition(context, id))
  else await tx.delete(paymentLinks).where(activeLinkCondition(context, id))
  await recordAuditEvent(context, {
    action: payment ? 'payment_link.archived' : 'payment_link.removed',
    object: link.name,
  })
}
