import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { notePayment } from '@adire/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { getPaymentHandler } from './detail.ts'
import { payments } from './tables.ts'

export async function notePaymentHandler(
  context: MerchantContext,
  { id, note: text }: ParsedInput<typeof notePayment>,
) {
  const { tx, merchant } = context
  const [noted] = await tx
    .update(payments)
    .set({ note: text || null })
    .where(and(eq(payments.merchantId, merchant.id), eq(payments.id, id)))
    .returning({ id: payments.id })
  if (!noted) throw problem.notFound('payment')
  return getPaymentHandler(context, { id })
}
