import type { AllowedTab } from '../client/person.ts'

/** Tabs of the pages about money. */
export const moneyTabs: readonly AllowedTab[] = [
  { to: '/money', label: 'Payouts', end: true, needs: 'settlements.view' },
  { to: '/money/reserves', label: 'Reserves', needs: 'settlements.view' },
  { to: '/money/ledger', label: 'Ledger', needs: 'ledger.view' },
  { to: '/money/statement', label: 'Fees and taxes', needs: 'ledger.view' },
  { to: '/money/reconciliation', label: 'Reconciliation', needs: 'reconciliation.view' },
]
export const keptParams = ['mode']
