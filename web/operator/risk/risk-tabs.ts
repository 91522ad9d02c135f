/** Tabs of the pages about risk. */
export const riskTabs = [
  { to: '/risk', label: 'Alerts', end: true },
  { to: '/risk/rules', label: 'Rules' },
  { to: '/risk/blocks', label: 'Block list' },
]
