/** The list, and one split as the tab beside it: which one stands in the address. */
export const splitTabs = [
  { to: '/split-payment', label: 'All splits' },
  { to: '/split-payment-detail', label: 'Split' },
]
