import { hourMs } from '@adire/contract/durations.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { prepareFind } from '../../database/row-statements.ts'
import { problem } from '../../http/problem.ts'
import { startOfDay } from '../../lagos.ts'
import { customers } from '../customers/tables.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { savedCards } from './tables.ts'

export type SavedCardRecord = typeof savedCards.$inferSelect

/** When to warn that a card expires: 09:00 Lagos time on the first of the month before. Cards are valid to the end of their month. */
function expiryWarningAt({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): Date {
  const first = new Date(Date.UTC(expiryYear, expiryMonth - 2, 1)).toISOString().slice(0, 10)
  return new Date(startOfDay(first).getTime() + 9 * hourMs)
}

/** Encryption context of a token: a token copied to another merchant's row cannot be decrypted. */
const sealContext = (merchantId: string) => `card:${merchantId}`

export const sealToken = ({ vault }: Pick<Context, 'vault'>, merchantId: string, token: string) =>
  vault.seal(token, sealContext(merchantId))

/** Column values of the card of a payment, with the processor's token. */
export function toCardValues(context: Context, payment: PaymentRecord, token: string) {
  const { merchantId, customerId, processor, channelDetails, cardLast4 } = payment
  const { brand, bin, expiryMonth, expiryYear } = channelDetails.card!
  return {
    merchantId,
    customerId: customerId!,
    processor: processor!,
    sealedToken: sealToken(context, merchantId, token),
    brand,
    bin: bin!,
    last4: cardLast4!,
    expiryMonth: expiryMonth!,
    expiryYear: expiryYear!,
    createdAt: context.now,
  }
}

/** Stores the card of a payment for its subscription. */
export async function saveSubscriptionCard(context: Context, payment: PaymentRecord, token: string): Promise<string> {
  const values = toCardValues(context, payment, token)
  const warnAt = expiryWarningAt(values)
  const [saved] = await context.tx
    .insert(savedCards)
    .values({ ...values, warnAt: warnAt > context.now ? warnAt : null })
    .returning({ id: savedCards.id })
  return saved!.id
}

export const openToken = (
  { vault }: Pick<Context, 'vault'>,
  { merchantId, sealedToken }: Pick<SavedCardRecord, 'merchantId' | 'sealedToken'>,
) => vault.open(sealedToken, sealContext(merchantId))

const ofKey = (merchantId: string, id: string) => and(eq(savedCards.merchantId, merchantId), eq(savedCards.id, id))

export async function findSavedCardIfPresent(
  tx: Tx,
  merchantId: string,
  id: string | null,
): Promise<SavedCardRecord | undefined> {
  return id ? (findCard(tx, { merchantId, id }) as Promise<SavedCardRecord | undefined>) : undefined
}

const findCard = prepareFind(savedCards, { merchantId: savedCards.merchantId, id: savedCards.id }, false)

/**
 * A saved card that the merchant's server may charge.
 * @throws 404 saved_card_not_found
 */
export async function requireReusableCard(tx: Tx, merchantId: string, id: string): Promise<SavedCardRecord> {
  const card = await findSavedCardIfPresent(tx, merchantId, id)
  if (!card?.isReusable) throw problem.notFound('saved card')
  return card
}

/**
 * A saved card of a customer, locked, that may be charged for a subscription. Its expiry is watched from now on.
 * @throws 404 saved_card_not_found; 409 card_not_covered
 */
export async function takeCardForSubscription({ tx, now }: Context, merchantId: string, id: string) {
  const [card] = await tx
    .select()
    .from(savedCards)
    .where(and(ofKey(merchantId, id), eq(savedCards.isReusable, true)))
    .for('update')
  if (!card) throw problem.notFound('saved card')
  if (!card.coversSubscriptions)
    throw problem.conflict(
      'card_not_covered',
      'The customer has not agreed to regular charges on this card. Send them the link of the plan.',
    )
  const warnAt = expiryWarningAt(card)
  if (!card.warnAt && warnAt > now) await tx.update(savedCards).set({ warnAt }).where(ofKey(merchantId, id))
  return card
}

/** Email, name and status of the customer whose card it is. */
export async function findCardHolder(tx: Tx, { merchantId, customerId }: SavedCardRecord) {
  const [customer] = await tx
    .select({
      email: customers.email,
      firstName: customers.firstName,
      lastName: customers.lastName,
      status: customers.status,
    })
    .from(customers)
    .where(and(eq(customers.merchantId, merchantId), eq(customers.id, customerId)))
  const { email, firstName, lastName, status } = customer!
  return { email, name: [firstName, lastName].filter(Boolean).join(' ') || null, status }
}

/** Fields of a payment that charges a saved card. */
export const toCardFields = ({ id, brand, bin, last4, expiryMonth, expiryYear }: SavedCardRecord) => ({
  channel: 'card' as const,
  savedCardId: id,
  cardLast4: last4,
  channelDetails: { card: { brand, bin, expiryMonth, expiryYear, bank: null } },
})

type CardOfPayment = Pick<PaymentRecord, 'merchantId' | 'chargeId' | 'savedCardId'>

/** The saved card of each payment of a charge: saved or charged by it, and whether it can still be charged. */
export async function loadSavedCards(tx: Tx, payments: readonly CardOfPayment[]) {
  const ids = payments.flatMap(({ chargeId, savedCardId }) => (chargeId && savedCardId) || [])
  const found =
    ids.length === 0
      ? []
      : await tx
          .select({ id: savedCards.id })
          .from(savedCards)
          .where(and(eq(savedCards.merchantId, payments[0]!.merchantId), inArray(savedCards.id, ids)))
  const reusable = new Set(found.map(({ id }) => id))
  return ({ chargeId, savedCardId: id }: CardOfPayment) => (chargeId && id ? { id, reusable: reusable.has(id) } : null)
}

export const savedCardPaymentParts = async (tx: Tx, payment: PaymentRecord) => ({
  savedCard: (await loadSavedCards(tx, [payment]))(payment),
})
