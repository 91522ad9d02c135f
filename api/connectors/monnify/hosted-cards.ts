import type { HostedCards } from '../charges.ts'
import { openTransaction } from '../open-transaction.ts'
import { isDuplicate, type MonnifyClient } from './client.ts'
import { startTransaction } from './start-transaction.ts'

/** Monnify's card page: card numbers do not reach us. */
export const monnifyHostedCards = (client: MonnifyClient): HostedCards => ({
  open: (request) =>
    openTransaction({ sent: request, way: 'card', isDuplicate }, async (reference) => {
      const { checkoutUrl: openUrl } = await startTransaction(client, { ...request, reference, method: 'CARD' })
      return { kind: 'challenge', challenge: 'bank_page', attemptsLeft: null, wrong: false, openUrl }
    }),
})
