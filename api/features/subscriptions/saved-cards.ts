import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { expiryWarningAt } from './calendar.ts'
import { savedCards } from './tables.ts'

export type SavedCardRecord = typeof savedCards.$inferSelect

/** Encryption context of a token: a token copied to another merchant's row cannot be decrypted. */
const sealContext = (merchantId: string) => `card:${merchantId}`

/** Stores the card of a payment with the processor's token. */
export async function saveCard({ tx, vault, now }: Context, payment: PaymentRecord, token: string): Promise<string> {
  const { merchantId, customerId, channelDetails, cardLast4 } = payment
  const { brand, bin, ...expiry } = channelDetails.card!
  const card = { expiryMonth: expiry.expiryMonth!, expiryYear: expiry.expiryYear! }
  const warnAt = expiryWarningAt(card)
  const [saved] = await tx
    .insert(savedCards)
    .values({
      merchantId,
      customerId: customerId!,
      sealedToken: vault.seal(token, sealContext(merchantId)),
      brand,
      bin: bin!,
      last4: cardLast4!,
      ...card,
      warnAt: warnAt > now ? warnAt : null,
      createdAt: now,
    })
    .returning({ id: savedCards.id })
  return saved!.id
}

export const openToken = ({ vault }: Pick<Context, 'vault'>, { merchantId, sealedToken }: SavedCardRecord) =>
  vault.open(sealedToken, sealContext(merchantId))

const ofKey = (merchantId: string, id: string) => and(eq(savedCards.merchantId, merchantId), eq(savedCards.id, id))

export async function savedCard(tx: Tx, merchantId: string, id: string | null): Promise<SavedCardRecord | undefined> {
  if (!id) return undefined
  const [card] = await tx.select().from(savedCards).where(ofKey(merchantId, id))
  return card
}

/** Deletes a saved card that no subscription uses any more. */
export async function dropCard(tx: Tx, merchantId: string, id: string | null): Promise<void> {
  if (id) await tx.delete(savedCards).where(ofKey(merchantId, id))
}
