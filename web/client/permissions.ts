import type { Endpoint } from '@adire/contract/endpoint.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import { createContext, useContext } from 'react'

/** What the user may do in the selected business and mode. Undefined outside the dashboard, where nothing depends on it. */
export const PermissionsContext = createContext<ReadonlySet<Permission> | undefined>(undefined)

/** What something needs: an endpoint that it calls, a permission, or nothing. */
export type Needed = Endpoint | Permission | undefined

const isHeld = (held: ReadonlySet<Permission> | undefined, needed: Needed) => {
  const permission = typeof needed === 'object' ? needed.permission : needed
  return permission === undefined || held === undefined || held.has(permission)
}

/** Whether the user may see or do something: `const can = useCan()`, then `can(listSettlements)`. */
export function useCan(): (needed: Needed) => boolean {
  const held = useContext(PermissionsContext)
  return (needed) => isHeld(held, needed)
}

/** What the user may give to others. */
export const useOwnPermissions = (): ReadonlySet<Permission> => useContext(PermissionsContext) ?? nothing

const nothing: ReadonlySet<Permission> = new Set()

const reason = 'Your role does not allow this. Ask the owner or an admin.'

/** Why the user may not do something, for the `denied` property of a button; undefined if they may. */
export const useDenied = (needed: Needed): string | undefined => (useCan()(needed) ? undefined : reason)
