import * as splits from '@adire/contract/splits.ts'
import { creationRoute, downloadRoute, route, tableRoutes } from '../../http/route.ts'
import { downloadSplitPartiesHandler } from './download.ts'
import { cancelRecipientAccount } from './recipient-account.ts'
import * as parties from './recipients.ts'
import { getSplitHandler, listSplitsHandler } from './serialize.ts'
import { downloadPartySharesHandler, getPaymentSharesHandler, listSplitPaymentsHandler } from './shares.ts'
import { createSplitHandler, deleteSplitHandler, updateSplitHandler } from './write.ts'

export const splitRoutes = [
  route(splits.listSplits, listSplitsHandler),
  route(splits.createSplit, createSplitHandler),
  route(splits.getSplit, getSplitHandler),
  route(splits.updateSplit, updateSplitHandler),
  route(splits.deleteSplit, deleteSplitHandler),
  route(splits.listSplitPayments, listSplitPaymentsHandler),
  route(splits.getPaymentShares, getPaymentSharesHandler),
  route(splits.listSplitParties, parties.listSplitPartiesHandler),
  ...tableRoutes(splits.downloadSplitParties, splits.downloadSplitPartiesXlsx, downloadSplitPartiesHandler),
  creationRoute(splits.createSplitParty, parties.createSplitPartyHandler),
  creationRoute(splits.updateSplitParty, parties.updateSplitPartyHandler),
  route(splits.deleteSplitParty, parties.deleteSplitPartyHandler),
  route(splits.cancelPartyAccountChange, cancelRecipientAccount),
  downloadRoute(splits.downloadPartyShares, downloadPartySharesHandler),
]
