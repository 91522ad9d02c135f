import { savedCardConsent } from '@adire/contract/saved-cards.ts'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { merchants } from '../merchants/tables.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { enqueueRevocation } from './revoke.ts'
import { toCardValues } from './saved-cards.ts'
import { savedCards } from './tables.ts'

/**
 * Stores the card of a payment that saves it (`saveCard` of a charge), and names it on the payment. A card that the customer saved
 * before stays the same saved card, with the new token.
 */
export async function saveReusableCard(context: Context, payment: PaymentRecord, { token }: { token?: string }) {
  if (!payment.savesCard || !token) return undefined
  const { tx } = context
  const [business] = await tx
    .select({ name: merchants.businessName })
    .from(merchants)
    .where(eq(merchants.id, payment.merchantId))
  const consentText = savedCardConsent(business!.name)
  const values = toCardValues(context, payment, token)
  const [saved] = await tx
    .insert(savedCards)
    .values({ ...values, isReusable: true, consentText, coversSubscriptions: true })
    .onConflictDoUpdate({
      target: [
        savedCards.merchantId,
        savedCards.customerId,
        savedCards.bin,
        savedCards.last4,
        savedCards.expiryMonth,
        savedCards.expiryYear,
      ],
      targetWhere: sql`is_reusable`,
      set: { sealedToken: values.sealedToken, consentText, coversSubscriptions: true },
    })
    .returning({ id: savedCards.id, replacedToken: sql<string | null>`old.sealed_token` })
  const { id, replacedToken } = saved!
  if (replacedToken) await enqueueRevocation(tx, { ...values, sealedToken: replacedToken })
  return { savedCardId: id }
}
