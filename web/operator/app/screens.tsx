import type { StaffPermission } from '@adire/contract/staff-permissions.ts'
import { type LucideIcon, ScrollText, Users } from 'lucide-react'
import { type LazyPage, lazyPage } from '../../ui/chunk.ts'

/** A screen of the back office. This list feeds the routes and the sidebar; paths are relative to `/operator`. */
export interface BackOfficeScreen {
  path: string
  Page: LazyPage
  /** What a person needs to see it. */
  needs?: StaffPermission
  /** Entry of the sidebar, in the order of this list. A screen without one is opened from another screen. */
  sidebar?: { label: string; icon: LucideIcon }
}

export const backOfficeScreens: readonly BackOfficeScreen[] = [
  {
    path: '/staff',
    needs: 'staff.view',
    sidebar: { label: 'Staff', icon: Users },
    Page: lazyPage(() => import('../staff/staff-page.tsx').then((m) => m.StaffPage)),
  },
  {
    path: '/audit-log',
    needs: 'audit.view',
    sidebar: { label: 'Audit log', icon: ScrollText },
    Page: lazyPage(() => import('../audit/audit-log-page.tsx').then((m) => m.AuditLogPage)),
  },
]
