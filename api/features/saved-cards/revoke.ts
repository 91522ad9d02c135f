import { and, eq, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { type Processor, processors } from '../../connectors/processors.ts'
import type { Tx } from '../../database/connect.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { openToken } from './saved-cards.ts'
import { savedCards } from './tables.ts'

const revokeCardToken = defineJob(
  'revoke-card-token',
  z.object({
    merchantId: z.string(),
    customerId: z.string(),
    processor: z.enum(Object.keys(processors) as Processor[]),
    sealedToken: z.string(),
  }),
)

type Forgotten = Pick<typeof savedCards.$inferSelect, 'merchantId' | 'customerId' | 'processor' | 'sealedToken'>

const ofCard = (merchantId: string, id: string, isReusable: boolean) =>
  and(eq(savedCards.merchantId, merchantId), eq(savedCards.id, id), eq(savedCards.isReusable, isReusable))

/** Deletes the card of a subscription. A card that the merchant may charge otherwise is kept. */
export async function dropCard(tx: Tx, merchantId: string, id: string | null): Promise<void> {
  if (id) await deleteCards(tx, ofCard(merchantId, id, false))
}

/** Deletes a card that the merchant may charge. False if there is none, for example because it was deleted at the same moment. */
export const deleteReusableCard = async (tx: Tx, merchantId: string, id: string): Promise<boolean> =>
  (await deleteCards(tx, ofCard(merchantId, id, true))) > 0

/** Deletes saved cards, and has the processor forget them after the commit. Returns their number. */
export async function deleteCards(tx: Tx, where: SQL | undefined): Promise<number> {
  const deleted = await tx.delete(savedCards).where(where).returning()
  for (const card of deleted) await enqueueRevocation(tx, card)
  return deleted.length
}

/** Has the processor forget a token that no saved card uses any more. The job keeps it encrypted. */
export const enqueueRevocation = (tx: Tx, { merchantId, customerId, processor, sealedToken }: Forgotten) =>
  enqueueJob(tx, revokeCardToken, { merchantId, customerId, processor, sealedToken }, { merchantId })

export const savedCardJobHandlers = [
  jobHandler({
    job: revokeCardToken,
    groupOf: ({ merchantId }) => `revoke-card-token:${merchantId}`,
    async run({ mode, config, vault, write }, card) {
      const token = openToken({ vault }, card)
      // A processor may give one token to two saved cards of a customer: it is revoked with the last of them.
      const others = await write(({ tx }) =>
        tx
          .select()
          .from(savedCards)
          .where(and(eq(savedCards.merchantId, card.merchantId), eq(savedCards.customerId, card.customerId))),
      )
      if (others.some((other) => openToken({ vault }, other) === token)) return
      const connector = connectorFor({ mode, config, write }, 'savedCards', card.processor)
      if (!(await callConnector(connector.savedCards.revoke(token))))
        throw new Error('The processor did not revoke the token of a deleted card')
    },
  }),
]
