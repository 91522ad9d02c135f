import type { MerchantContext } from '../../context.ts'
import { defineHandlers } from '../../handlers.ts'

interface RemovedCard {
  merchantId: string
  customerId: string
  id: string
  last4: string
}

/** Handlers of the removal of a saved card that the merchant may charge. */
export const cardRemoved = defineHandlers<(context: MerchantContext, card: RemovedCard) => Promise<void>>('cardRemoved')
