/** Tabs of the pages about all subscriptions. */
export const subscriptionTabs = [
  { to: '/subscriptions', label: 'Subscriptions', end: true },
  { to: '/subscriptions/revenue', label: 'Revenue' },
]
