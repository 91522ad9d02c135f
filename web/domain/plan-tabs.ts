/** Tabs of the pages about prices of subscriptions. */
export const planTabs = [
  { to: '/plans', label: 'Plans', end: true },
  { to: '/plans/coupons', label: 'Coupons' },
]
