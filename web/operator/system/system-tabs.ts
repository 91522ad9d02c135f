/** Tabs of the pages about the system. */
export const systemTabs = [
  { to: '/system', label: 'State', end: true },
  { to: '/system/jobs', label: 'Failed jobs' },
  { to: '/system/events', label: 'Processor events' },
  { to: '/system/webhooks', label: 'Webhooks' },
  { to: '/system/holidays', label: 'Holidays' },
  { to: '/system/announcements', label: 'Announcements' },
]
