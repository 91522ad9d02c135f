/** Tabs: the list, and one split, whose id is in the URL. */
export const splitTabs = [
  { to: '/split-payment', label: 'All splits' },
  { to: '/split-payment-detail', label: 'Split' },
]

export const splitsBack = { to: '/payouts', label: 'Settlements' }
