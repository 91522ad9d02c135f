import { getSavedCard, listSavedCards, removeSavedCard } from '@adire/contract/saved-cards.ts'
import { route } from '../../http/route.ts'
import { getSavedCardHandler, listSavedCardsHandler, removeSavedCardHandler } from './list.ts'

/** Saved cards are charged in `checkout/charge-saved-card.ts`. */
export const savedCardRoutes = [
  route(listSavedCards, listSavedCardsHandler),
  route(getSavedCard, getSavedCardHandler),
  route(removeSavedCard, removeSavedCardHandler),
]
