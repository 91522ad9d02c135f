/** Tabs of the pages about approvals. */
export const approvalTabs = [
  { to: '/approvals', label: 'Requests', end: true },
  { to: '/approvals/rules', label: 'Rules' },
]
