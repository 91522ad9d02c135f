/** Tabs of the pages about what subscriptions cost, and how it is charged. */
export const planTabs = [
  { to: '/plans', label: 'Plans', end: true },
  { to: '/plans/coupons', label: 'Coupons' },
  { to: '/plans/retries', label: 'Failed charges' },
]
