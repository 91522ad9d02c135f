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
import { answer, answerCreation, answerDownload, answerInSteps } from '../../http/answer.ts'
import * as parties from './parties.ts'
import { cancelPartyAccount } from './party-account.ts'
import { download, ofPayment, paymentsOf } from './shares.ts'
import { get, list } from './show.ts'
import { create, remove, update } from './write.ts'

export { repayDebt } from './debt.ts'
export { beginReturn, decideReturn, endReturn, holdReturn, takeReturn, undoReturn } from './give-back.ts'
export { chosenSplit, splitOf } from './terms.ts'

export const routes = [
  answer(listSplits, list),
  answer(createSplit, create),
  answer(getSplit, get),
  answer(updateSplit, update),
  answer(deleteSplit, remove),
  answer(listSplitPayments, paymentsOf),
  answer(getPaymentShares, ofPayment),
  answer(listSplitParties, parties.list),
  answerCreation(createSplitParty, parties.create),
  answerInSteps(updateSplitParty, parties.update),
  answer(deleteSplitParty, parties.remove),
  answer(cancelPartyAccountChange, cancelPartyAccount),
  answerDownload(downloadPartyShares, download),
]
