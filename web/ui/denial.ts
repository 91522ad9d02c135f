import type { Endpoint } from '@adire/contract/endpoint.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import { createContext, useContext } from 'react'

/** What something needs: an endpoint that it calls, a permission, or nothing. */
export type Needed = Endpoint | Permission | undefined

/** Says why the user may not see or do something; undefined if they may. Without a provider everything is allowed. */
export const DenialContext = createContext<(needed: Needed) => string | undefined>(() => undefined)

/** Why the user may not do something; undefined if they may. */
export const useDenial = (needed: Needed): string | undefined => useContext(DenialContext)(needed)

/** The properties of a control that some users may not use: it stays in the order of the keyboard, explains itself and does nothing. */
export type Denied = {
  /** The endpoint that it calls, or the permission. */
  needs?: Needed
  /** Another reason why it cannot be used now. */
  denied?: string | undefined
}
