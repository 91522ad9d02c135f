import {
  downloadStatement,
  explainReconciliationItem,
  getLedgerEntry,
  getPayoutRun,
  getReconciliation,
  getStatement,
  getTrialBalance,
  holdPayout,
  importBankStatement,
  listAccountLines,
  listLedgerAccounts,
  listPayouts,
  listReconciliationItems,
  listReserves,
  releasePayout,
  retryPayout,
  startReconciliation,
} from '@adire/contract/back-office/money.ts'
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
  route(getPayoutRun, getPayoutRunHandler),
  route(listPayouts, listPayoutsHandler),
  route(holdPayout, holdPayoutHandler),
  route(releasePayout, releasePayoutHandler),
  route(retryPayout, retryPayoutHandler),
  route(listReserves, listReservesHandler),
  route(getTrialBalance, getTrialBalanceHandler),
  route(listLedgerAccounts, listLedgerAccountsHandler),
  route(listAccountLines, listAccountLinesHandler),
  route(getLedgerEntry, getLedgerEntryHandler),
  route(getStatement, getStatementHandler),
  downloadRoute(downloadStatement, downloadStatementHandler),
  route(getReconciliation, getReconciliationHandler),
  route(listReconciliationItems, listReconciliationItemsHandler),
  route(explainReconciliationItem, explainReconciliationItemHandler),
  route(startReconciliation, startReconciliationHandler),
  uploadRoute(importBankStatement, async () => {}, importBankStatementHandler),
]
