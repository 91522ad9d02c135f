import { endpointsFor } from './endpoint.ts'
import type * as schemas from './saved-cards-schemas.ts'

const { get, create, del } = endpointsFor('collections', 'merchant', 'payments', 'charges')
export const listSavedCards = get<typeof schemas.listSavedCards>('saved-cards')
export const getSavedCard = get<typeof schemas.getSavedCard>('saved-cards/:id', { errors: ['saved_card_not_found'] })
export const chargeSavedCard = create<typeof schemas.chargeSavedCard>('saved-cards/:id/charges', {
  errors: [
    'day_limit_reached',
    'duplicate_reference',
    'payer_refused',
    'payment_limit_exceeded',
    'payments_stopped',
    'saved_card_not_found',
  ],
})
export const deleteSavedCard = del<typeof schemas.deleteSavedCard>('saved-cards/:id', {
  errors: ['saved_card_not_found'],
})

/** What the payer agrees to by paying for a charge that saves the card. Shown above the button and stored with the card. */
export const savedCardConsent = (businessName: string) =>
  `You let ${businessName} save this card and charge it again for what you buy from them later, also regularly for a plan that you agree on with them. You can ask ${businessName} to remove it at any time.`
