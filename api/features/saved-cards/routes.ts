import * as savedCards from '@adire/contract/saved-cards.ts'
import { route } from '../../http/route.ts'
import { deleteSavedCardHandler, getSavedCardHandler, listSavedCardsHandler } from './list.ts'

/** Saved cards are charged in `checkout/charge-saved-card.ts`. */
export const savedCardRoutes = [
  route(savedCards.listSavedCards, listSavedCardsHandler),
  route(savedCards.getSavedCard, getSavedCardHandler),
  route(savedCards.deleteSavedCard, deleteSavedCardHandler),
]
