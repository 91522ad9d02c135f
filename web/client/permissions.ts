import type { Endpoint } from '@adire/contract/endpoint.ts'
import { allPermissions, isViewable, type Permission } from '@adire/contract/permissions.ts'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { Needed } from '../ui/denial.ts'
import { useSession } from './session.ts'

/** What the user may do in the selected business and mode, and the text about what they may not. */
interface OwnPermissions {
  held: ReadonlySet<Permission>
  missingText: (permission: Permission) => string
}

/** Undefined outside the dashboard, where nothing depends on permissions. */
export const PermissionsContext = createContext<OwnPermissions | undefined>(undefined)

/** The permissions of the user with the names of what they miss, which are loaded only for a user who misses something. */
export function useOwnPermissionsOf(held: ReadonlySet<Permission> | undefined): OwnPermissions | undefined {
  const [missingText, setMissingText] = useState<OwnPermissions['missingText']>(() => () => unnamedText)
  const hasAll = held === undefined || allPermissions.every((one) => held.has(one))
  useEffect(() => {
    if (!hasAll)
      void import('@adire/contract/permission-names.ts').then(
        (names) => setMissingText(() => names.permissionMissingText),
        () => undefined,
      )
  }, [hasAll])
  return useMemo(() => held && { held, missingText }, [held, missingText])
}

const unnamedText = 'Your role does not allow this. Ask the owner or an admin.'

const viewText = 'You only view this dashboard. Only members of the business can do this.'

/** What the provider's staff cannot do in the dashboard of a business: the server rejects everything but reading. */
function isBeyondView(needed: Endpoint | Permission): boolean {
  if (typeof needed === 'string') return !isViewable(needed)
  const { method, downloads, permission } = needed
  return method !== 'GET' || downloads !== undefined || (permission !== undefined && !isViewable(permission))
}

/** Function that says why the user may not see or do something; undefined if they may. */
export function useDenials(): (needed: Needed) => string | undefined {
  const own = useContext(PermissionsContext)
  const { view } = useSession()
  return (needed) => {
    if (needed === undefined || own === undefined) return undefined
    if (view && isBeyondView(needed)) return viewText
    const permission = typeof needed === 'object' ? needed.permission : needed
    return permission === undefined || own.held.has(permission) ? undefined : own.missingText(permission)
  }
}

/** Whether the user may see or do something: `const can = useCan()`, then `can(listSettlements)`. */
export function useCan(): (needed: Needed) => boolean {
  const denialOf = useDenials()
  return (needed) => denialOf(needed) === undefined
}

/** What the user may give to others. */
export const useOwnPermissions = (): ReadonlySet<Permission> => useContext(PermissionsContext)?.held ?? nothing

const nothing: ReadonlySet<Permission> = new Set()

/** Why the user may not do something; undefined if they may. A button takes the endpoint itself, as `needs`. */
export const useDenied = (needed: Needed): string | undefined => useDenials()(needed)
