import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { deletePaymentLink, getPaymentLink, publishPaymentLink } from '@adire/contract/payment-links.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { releasePublicName } from '../../database/public-names.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { payments } from '../payments/tables.ts'
import { deleteFile } from '../stored-files/remove-file.ts'
import { retrievePaymentLink } from './list.ts'
import { paymentLinks } from './tables.ts'
import { activeLinkCondition, lockPaymentLink } from './update.ts'

export async function getPaymentLinkHandler(context: MerchantContext, { id }: ParsedInput<typeof getPaymentLink>) {
  return retrievePaymentLink(context, id)
}

export async function publishPaymentLinkHandler(
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

/** Deletes a link, or archives it if it has payments. Its picture is deleted in both cases, because no page shows it any more. */
export async function deletePaymentLinkHandler(
  context: MerchantContext,
  { id, message }: ParsedInput<typeof deletePaymentLink>,
): Promise<void> {
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
      .set({ status: 'archived', closedMessage: message || null, pictureFileId: null })
      .where(activeLinkCondition(context, id))
  else {
    await tx.delete(paymentLinks).where(activeLinkCondition(context, id))
    await releasePublicName(tx, { kind: 'payment_link', name: link.slug }, link)
  }
  if (link.pictureFileId) await deleteFile(tx, merchant.id, link.pictureFileId)
  await recordAuditEvent(context, {
    action: payment ? 'payment_link.archived' : 'payment_link.removed',
    object: link.name,
  })
}
