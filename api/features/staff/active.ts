import { type StaffPermission, staffRolePermissions, staffRoles } from '@adire/contract/staff-permissions.ts'
import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import { staff } from './tables.ts'

/** People who can sign in and have a permission. */
export const isActiveWith = (permission: StaffPermission) =>
  and(
    isNotNull(staff.joinedAt),
    isNull(staff.deactivatedAt),
    inArray(
      staff.role,
      staffRoles.filter((role) => staffRolePermissions[role].includes(permission)),
    ),
  )
