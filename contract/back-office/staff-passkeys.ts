import { endpointsFor } from '../endpoint.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'
import type * as schemas from './staff-passkeys-schemas.ts'

/** Passkeys of the staff, as those of users (`contract/passkeys.ts`). The authenticator app stays beside them. */
const visitor = endpointsFor('operator', 'public')
export const startStaffPasskeySignIn = visitor.post<typeof schemas.startStaffPasskeySignIn>('passkeys/sign-in')
/** A sign-in with a passkey alone. The secret of the session is in a cookie, as after `signInStaff`. */
export const signInStaffByPasskey = visitor.post<typeof schemas.signInStaffByPasskey>('session/passkey')

const everybody = staffEndpointsFor('all staff')
export const listStaffPasskeys = everybody.get<typeof schemas.listStaffPasskeys>('me/passkeys')
/** Needs no confirmation of its own: only `startStaffPasskey`, which needs one, gives the challenge. */
export const addStaffPasskey = everybody.post<typeof schemas.addStaffPasskey>('me/passkeys')
export const renameStaffPasskey = everybody.put<typeof schemas.renameStaffPasskey>('me/passkeys/:id')
export const startStaffPasskeyConfirmation =
  everybody.post<typeof schemas.startStaffPasskeyConfirmation>('me/passkeys/confirmation')

const confirmed = staffEndpointsFor('all staff', 'confirmed')
export const startStaffPasskey = confirmed.post<typeof schemas.startStaffPasskey>('me/passkeys/start')
export const removeStaffPasskey = confirmed.del<typeof schemas.removeStaffPasskey>('me/passkeys/:id')
