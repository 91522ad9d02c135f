import * as money from '@adire/contract/back-office/money.ts'
import { downloadRoute, route, uploadRoute } from '../../http/route.ts'
import {
  getLedgerEntryHandler,
  getTrialBalanceHandler,
  listAccountLinesHandler,
  listLedgerAccountsHandler,
} from './ledger.ts'
import { getPayoutRunHandler, listReservesHandler } from './payout-run.ts'
import { holdPayoutHandler, listPayoutsHandler, releasePayoutHandler, retryPayoutHandler } from './payouts.ts'
import {
  explainReconciliationItemHandler,
  getReconciliationHandler,
  importBankStatementHandler,
  listReconciliationItemsHandler,
  startReconciliationHandler,
} from './reconciliation.ts'
import { downloadStatementHandler, getStatementHandler } from './statement.ts'

export const officeMoneyRoutes = [
  route(money.getPayoutRun, getPayoutRunHandler),
  route(money.listPayouts, listPayoutsHandler),
  route(money.holdPayout, holdPayoutHandler),
  route(money.releasePayout, releasePayoutHandler),
  route(money.retryPayout, retryPayoutHandler),
  route(money.listReserves, listReservesHandler),
  route(money.getTrialBalance, getTrialBalanceHandler),
  route(money.listLedgerAccounts, listLedgerAccountsHandler),
  route(money.listAccountLines, listAccountLinesHandler),
  route(money.getLedgerEntry, getLedgerEntryHandler),
  route(money.getStatement, getStatementHandler),
  downloadRoute(money.downloadStatement, downloadStatementHandler),
  route(money.getReconciliation, getReconciliationHandler),
  route(money.listReconciliationItems, listReconciliationItemsHandler),
  route(money.explainReconciliationItem, explainReconciliationItemHandler),
  route(money.startReconciliation, startReconciliationHandler),
  uploadRoute(money.importBankStatement, async () => {}, importBankStatementHandler),
]
