import {
  cancelPartyAccountChange,
  createSplit,
  createSplitParty,
  deleteSplit,
  deleteSplitParty,
  downloadPartyShares,
  getPaymentShares,
  getSplit,
  listSplitParties,
  listSplitPayments,
  listSplits,
  updateSplit,
  updateSplitParty,
} from '@adire/contract/splits.ts'
import { creationRoute, downloadRoute, route } from '../../http/route.ts'
import { cancelRecipientAccount } from './recipient-account.ts'
import * as parties from './recipients.ts'
import { getSplitHandler, listSplitsHandler } from './serialize.ts'
import { downloadPartySharesHandler, getPaymentSharesHandler, listSplitPaymentsHandler } from './shares.ts'
import { createSplitHandler, deleteSplitHandler, updateSplitHandler } from './write.ts'

export const splitRoutes = [
  route(listSplits, listSplitsHandler),
  route(createSplit, createSplitHandler),
  route(getSplit, getSplitHandler),
  route(updateSplit, updateSplitHandler),
  route(deleteSplit, deleteSplitHandler),
  route(listSplitPayments, listSplitPaymentsHandler),
  route(getPaymentShares, getPaymentSharesHandler),
  route(listSplitParties, parties.listSplitPartiesHandler),
  creationRoute(createSplitParty, parties.createSplitPartyHandler),
  creationRoute(updateSplitParty, parties.updateSplitPartyHandler),
  route(deleteSplitParty, parties.deleteSplitPartyHandler),
  route(cancelPartyAccountChange, cancelRecipientAccount),
  downloadRoute(downloadPartyShares, downloadPartySharesHandler),
]
