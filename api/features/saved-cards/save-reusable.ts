import { savedCardConsent } from '@adire/contract/saved-cards.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { merchants } from '../merchants/tables.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { enqueueRevocation } from './revoke.ts'
import { toCardValues } from './saved-cards.ts'
import { savedCards } from './tables.ts'

/** Columns that identify a card that can be charged again. */
const sameCard = ['merchantId', 'customerId', 'bin', 'last4', 'expiryMonth', 'expiryYear'] as const

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
  const { id, replacedToken } = await storeCard(tx, {
    ...values,
    isReusable: true,
    consentText,
    coversSubscriptions: true,
  })
  if (replacedToken) await enqueueRevocation(tx, { ...values, sealedToken: replacedToken })
  return { savedCardId: id }
}

/** Inserts a card, or replaces the token of the same card. Statements that PostgreSQL 15 knows: only from 18 on does one return the old token. */
async function storeCard(
  tx: Tx,
  card: typeof savedCards.$inferInsert,
): Promise<{ id: string; replacedToken: string | undefined }> {
  const [inserted] = await tx
    .insert(savedCards)
    .values(card)
    .onConflictDoNothing({ target: sameCard.map((name) => savedCards[name]), where: sql`is_reusable` })
    .returning({ id: savedCards.id })
  if (inserted) return { id: inserted.id, replacedToken: undefined }
  const [saved] = await tx
    .select({ id: savedCards.id, sealedToken: savedCards.sealedToken })
    .from(savedCards)
    .where(and(...sameCard.map((name) => eq(savedCards[name], card[name])), eq(savedCards.isReusable, true)))
    .for('update')
  // Somebody removed the card meanwhile.
  if (!saved) return storeCard(tx, card)
  const { sealedToken, consentText, coversSubscriptions } = card
  await tx
    .update(savedCards)
    .set({ sealedToken, consentText, coversSubscriptions })
    .where(and(eq(savedCards.merchantId, card.merchantId), eq(savedCards.id, saved.id)))
  return { id: saved.id, replacedToken: saved.sealedToken }
}
