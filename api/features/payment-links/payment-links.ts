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
import { and, eq, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { answer } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { payments } from '../payments/tables.ts'
import { checkName, create } from './create.ts'
import { list, listForPlans, show } from './list.ts'
import { paymentLinks } from './tables.ts'

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

/** A merchant's link that has not been archived. */
const standing = ({ merchant }: MerchantContext, id: string) =>
  and(eq(paymentLinks.merchantId, merchant.id), eq(paymentLinks.id, id), ne(paymentLinks.status, 'archived'))

async function get(context: MerchantContext, { id }: Parsed<typeof getPaymentLink>) {
  return show(context, id)
}

/** Its address stays: what was shared keeps working under a new name. */
async function edit(context: MerchantContext, { id, ...to }: Parsed<typeof editPaymentLink>) {
  const { rowCount } = await context.tx
    .update(paymentLinks)
    .set({
      name: to.name,
      description: to.description || null,
      amountKobo: to.amountKobo ?? null,
      ...(to.feeBearer && { feeBearer: to.feeBearer }),
    })
    .where(standing(context, id))
  if (rowCount === 0) throw problem.notFound('payment link')
  return show(context, id)
}

async function publish(context: MerchantContext, { id, published }: Parsed<typeof publishPaymentLink>) {
  const { rowCount } = await context.tx
    .update(paymentLinks)
    .set({ status: published ? 'active' : 'inactive' })
    .where(standing(context, id))
  if (rowCount === 0) throw problem.notFound('payment link')
  return show(context, id)
}

async function remove(context: MerchantContext, { id }: Parsed<typeof deletePaymentLink>) {
  const { tx, merchant } = context
  // Held, so that no payment of it starts between the look and the removal.
  const [link] = await tx.select().from(paymentLinks).where(standing(context, id)).for('update')
  if (!link) throw problem.notFound('payment link')
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.merchantId, merchant.id), eq(payments.paymentLinkId, id)))
    .limit(1)
  if (payment) await tx.update(paymentLinks).set({ status: 'archived' }).where(standing(context, id))
  else await tx.delete(paymentLinks).where(standing(context, id))
}
