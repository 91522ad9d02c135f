import type { AllowedTab } from '../client/person.ts'

/** Tabs of the pages about the system. */
export const systemTabs: readonly AllowedTab[] = [
  { to: '/system', label: 'State', end: true, needs: 'system.view' },
  { to: '/system/jobs', label: 'Failed jobs', needs: 'jobs.view' },
  { to: '/system/events', label: 'Processor events', needs: 'events.view' },
  { to: '/system/webhooks', label: 'Webhooks', needs: 'events.view' },
  { to: '/system/holidays', label: 'Holidays', needs: 'system.view' },
  { to: '/system/announcements', label: 'Announcements', needs: 'system.view' },
]
