import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { deleteSavedCard, getSavedCard, listSavedCards } from '@adire/contract/saved-cards.ts'
import type { SavedCard } from '@adire/contract/saved-cards-schemas.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { customers } from '../customers/tables.ts'
import { cardRemoved } from './events.ts'
import { deleteReusableCard } from './revoke.ts'
import { savedCards } from './tables.ts'

const selectSavedCards = (tx: Tx) =>
  tx
    .select({ card: savedCards, customerEmail: customers.email })
    .from(savedCards)
    .innerJoin(customers, and(eq(customers.merchantId, savedCards.merchantId), eq(customers.id, savedCards.customerId)))

type Found = Awaited<ReturnType<typeof selectSavedCards>>[number]

const toSavedCardResponse = ({ card, customerEmail }: Found): SavedCard => ({
  id: card.id,
  customerId: card.customerId,
  customerEmail,
  brand: card.brand,
  bin: card.bin,
  last4: card.last4,
  expiryMonth: card.expiryMonth,
  expiryYear: card.expiryYear,
  consentText: card.consentText ?? '',
  coversSubscriptions: card.coversSubscriptions,
  createdAt: card.createdAt.toISOString(),
})

export async function listSavedCardsHandler(
  { tx, merchant }: MerchantContext,
  input: ParsedInput<typeof listSavedCards>,
) {
  const customerId = input.email === undefined ? input.customerId : await customerOf(tx, merchant.id, input)
  return listNewest(tx, input, {
    table: savedCards,
    where: and(
      eq(savedCards.merchantId, merchant.id),
      eq(savedCards.isReusable, true),
      customerId === undefined ? undefined : eq(savedCards.customerId, customerId),
    ),
    from: selectSavedCards(tx),
    serialize: toSavedCardResponse,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** The customer with this email; nobody if there is none, or if it is another than the given one. */
async function customerOf(tx: Tx, merchantId: string, { email, customerId }: { email?: string; customerId?: string }) {
  const [found] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.merchantId, merchantId), eq(customers.email, email!)))
  return found && (customerId === undefined || customerId === found.id) ? found.id : nobody
}

/** @throws 404 saved_card_not_found */
async function findSavedCard({ tx, merchant }: MerchantContext, id: string): Promise<SavedCard> {
  const [found] = await selectSavedCards(tx).where(
    and(eq(savedCards.merchantId, merchant.id), eq(savedCards.id, id), eq(savedCards.isReusable, true)),
  )
  if (!found) throw problem.notFound('saved card')
  return toSavedCardResponse(found)
}

export const getSavedCardHandler = (context: MerchantContext, { id }: ParsedInput<typeof getSavedCard>) =>
  findSavedCard(context, id)

export async function deleteSavedCardHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof deleteSavedCard>,
): Promise<void> {
  const { customerId, customerEmail, brand, last4 } = await findSavedCard(context, id)
  if (!(await deleteReusableCard(context.tx, context.merchant.id, id))) throw problem.notFound('saved card')
  const card = { merchantId: context.merchant.id, customerId, id, last4 }
  for (const handle of cardRemoved.get()) await handle(context, card)
  await recordAuditEvent(context, {
    action: 'saved_card.removed',
    object: `${brand} ending ${last4} of ${customerEmail}`,
  })
}
