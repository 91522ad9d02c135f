import type { Parsed } from '@adire/contract/endpoint.ts'
import type { editPaymentLink } from '@adire/contract/payment-links.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, record } from '../audit/audit.ts'
import { refuseAmounts, splitFor } from './create.ts'
import { show } from './list.ts'
import { optionsOf } from './options.ts'
import { paymentLinks } from './tables.ts'

/** A merchant's link that has not been archived. */
export const standing = ({ merchant }: MerchantContext, id: string) =>
  and(eq(paymentLinks.merchantId, merchant.id), eq(paymentLinks.id, id), ne(paymentLinks.status, 'archived'))

/** The link, held: against another change, and against payments that begin while it is looked at. */
export async function holdLink(context: MerchantContext, id: string) {
  const [link] = await context.tx.select().from(paymentLinks).where(standing(context, id)).for('update')
  if (!link) throw problem.notFound('payment link')
  return link
}

/** Its address stays: what was shared keeps working under a new name. */
export async function edit(context: MerchantContext, { id, ...to }: Parsed<typeof editPaymentLink>) {
  const before = await holdLink(context, id)
  if (before.planId) refuseAmounts(to)
  const values = {
    name: to.name,
    description: to.description || null,
    amountKobo: to.amountKobo ?? null,
    ...(to.feeBearer && { feeBearer: to.feeBearer }),
    ...optionsOf(to, context.now, before),
    splitId: await splitFor(context, { ...to, planId: before.planId }, before),
  }
  const changes = changesBetween(before, values)
  if (changes) {
    await context.tx.update(paymentLinks).set(values).where(standing(context, id))
    await record(context, { action: 'payment_link.updated', object: before.name, ...changes })
  }
  return show(context, id)
}
