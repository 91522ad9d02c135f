import type * as schemas from './money-schemas.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'

/** Longest period of a statement, in days. */
export const statementDays = 366

const settlements = staffEndpointsFor('settlements.view')
export const getPayoutRun = settlements.get<typeof schemas.getPayoutRun>('money/run')
export const listPayouts = settlements.get<typeof schemas.listPayouts>('money/payouts')
export const listReserves = settlements.get<typeof schemas.listReserves>('money/reserves')

const managing = staffEndpointsFor('settlements.manage')
const paying = staffEndpointsFor('settlements.manage', 'confirmed')
export const holdPayout = managing.post<typeof schemas.holdPayout>('money/payouts/:merchantId/:id/hold')
export const releasePayout = paying.post<typeof schemas.releasePayout>('money/payouts/:merchantId/:id/release')
export const retryPayout = paying.post<typeof schemas.retryPayout>('money/payouts/:merchantId/:id/retry')

const ledger = staffEndpointsFor('ledger.view')
export const getTrialBalance = ledger.get<typeof schemas.getTrialBalance>('money/trial-balance')
export const listLedgerAccounts = ledger.get<typeof schemas.listLedgerAccounts>('money/ledger-accounts')
export const listAccountLines = ledger.get<typeof schemas.listAccountLines>('money/ledger-accounts/:id/lines')
export const getLedgerEntry = ledger.get<typeof schemas.getLedgerEntry>('money/ledger-entries/:id')
export const getStatement = ledger.get<typeof schemas.getStatement>('money/statement')
export const downloadStatement = ledger.download<typeof schemas.downloadStatement>(
  'money/statement/download',
  'statement.csv',
)

const reconciling = staffEndpointsFor('reconciliation.view')
export const getReconciliation = reconciling.get<typeof schemas.getReconciliation>('money/reconciliation')
export const listReconciliationItems =
  reconciling.get<typeof schemas.listReconciliationItems>('money/reconciliation/items')

const resolving = staffEndpointsFor('reconciliation.manage')
export const explainReconciliationItem = resolving.post<typeof schemas.explainReconciliationItem>(
  'money/reconciliation/items/:number/explain',
)
export const startReconciliation = resolving.post<typeof schemas.startReconciliation>('money/reconciliation/start')
export const importBankStatement = resolving.upload<typeof schemas.importBankStatement>(
  'money/reconciliation/bank-statements',
)
