import type { StaffPerson } from '@adire/contract/back-office/staff-schemas.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import { type StaffPermission, staffPermissionMissing } from '@adire/contract/staff-permissions.ts'
import { createContext, useContext } from 'react'
import type { TabItem } from '../../ui/tabs.tsx'

/** The signed-in person. */
export const PersonContext = createContext<StaffPerson | undefined>(undefined)

/** @throws Error outside the shell, which loads the person first */
export function usePerson(): StaffPerson {
  const person = useContext(PersonContext)
  if (!person) throw new Error('Nobody is signed in here')
  return person
}

/** What something needs: an endpoint that it calls, a permission, or nothing. */
export type Needed = Endpoint | StaffPermission | undefined

/** Function that says why the person may not see or do something; undefined if they may. */
export function useDenials(): (needed: Needed) => string | undefined {
  const { role, permissions } = usePerson()
  return (needed) => {
    const permission = typeof needed === 'object' ? needed.staffPermission : needed
    return permission === undefined || permissions.includes(permission)
      ? undefined
      : staffPermissionMissing(role, permission)
  }
}

/** Why the person may not do something, for the `denied` property of a button; undefined if they may. */
export const useDenied = (needed: Needed): string | undefined => useDenials()(needed)

/** A tab of an area whose pages need different permissions. */
export type AllowedTab = TabItem & { needs: StaffPermission }

/** The tabs that the person may open. */
export function useAllowedTabs(tabs: readonly AllowedTab[]): readonly TabItem[] {
  const denialOf = useDenials()
  return tabs.filter(({ needs }) => denialOf(needs) === undefined)
}
