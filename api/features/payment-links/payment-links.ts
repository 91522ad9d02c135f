import type { Parsed } from '@adire/contract/endpoint.ts'
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
import { answer } from '../../http/answer.ts'
import { record } from '../audit/audit.ts'
import { payments } from '../payments/tables.ts'
import { checkName, create } from './create.ts'
import { edit, holdLink, standing } from './edit.ts'
import { list, listForPlans, show } from './list.ts'
import { paymentLinks } from './tables.ts'

export type { ViewCounter } from './views.ts'

export const routes = [
  answer(listPaymentLinks, list),
  answer(listPlanPaymentLinks, listForPlans),
  answer(checkPaymentLinkName, checkName),
  answer(createPaymentLink, create),
  answer(getPaymentLink, get),
  answer(editPaymentLink, edit),
  answer(publishPaymentLink, publish),
  answer(deletePaymentLink, remove),
]

async function get(context: MerchantContext, { id }: Parsed<typeof getPaymentLink>) {
  return show(context, id)
}

async function publish(context: MerchantContext, { id, published }: Parsed<typeof publishPaymentLink>) {
  const link = await holdLink(context, id)
  const status = published ? 'active' : 'inactive'
  if (link.status !== status) {
    await context.tx.update(paymentLinks).set({ status }).where(standing(context, id))
    const action = published ? 'payment_link.published' : 'payment_link.unpublished'
    await record(context, { action, object: link.name })
  }
  return show(context, id)
}

async function remove(context: MerchantContext, { id, message }: Parsed<typeof deletePaymentLink>) {
  const { tx, merchant } = context
  // Held, so that no payment of it starts between the look and the removal.
  const link = await holdLink(context, id)
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.merchantId, merchant.id), eq(payments.paymentLinkId, id)))
    .limit(1)
  if (payment)
    await tx
      .update(paymentLinks)
      .set({ status: 'archived', farewell: message || null })
      .where(standing(context, id))
  else await tx.delete(paymentLinks).where(standing(context, id))
  await record(context, { action: payment ? 'payment_link.archived' : 'payment_link.removed', object: link.name })
}
