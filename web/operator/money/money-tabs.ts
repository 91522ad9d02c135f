/** Tabs of the pages about money. */
export const moneyTabs = [
  { to: '/money', label: 'Payouts', end: true },
  { to: '/money/reserves', label: 'Reserves' },
  { to: '/money/ledger', label: 'Ledger' },
  { to: '/money/statement', label: 'Fees and taxes' },
  { to: '/money/reconciliation', label: 'Reconciliation' },
]
export const keptParams = ['mode']
