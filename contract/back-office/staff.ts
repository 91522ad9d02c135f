import { hourMs, minuteMs } from '../durations.ts'
import { endpointsFor } from '../endpoint.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'
import type * as schemas from './staff-schemas.ts'

/** Limits of staff accounts. A session ends `sessionMs` after sign-in, and `idleMs` after it was last used. */
export const staffLimits = {
  people: 200,
  invitationDays: 7,
  invitationsAnHour: 30,
  sessionMs: 12 * hourMs,
  idleMs: hourMs,
  accessTokenMs: 10 * minuteMs,
  /** Validity of the link for a new password. */
  resetMs: hourMs,
}

const everybody = staffEndpointsFor('all staff')
export const getStaffPerson = everybody.get<typeof schemas.getStaffPerson>('me')
/** Confirms that it is the signed-in person, for the endpoints that need it (`confirmed`). */
export const confirmStaff = everybody.post<typeof schemas.confirmStaff>('me/confirmation')

/** The sessions of the signed-in person. */
export const listStaffSessions = everybody.get<typeof schemas.listStaffSessions>('me/sessions')
export const endStaffSession = everybody.del<typeof schemas.endStaffSession>('me/sessions/:id')
export const endOtherStaffSessions = everybody.del<typeof schemas.endOtherStaffSessions>('me/sessions')
export const changeStaffPassword = staffEndpointsFor('all staff', 'confirmed').put<typeof schemas.changeStaffPassword>(
  'me/password',
)

const viewing = staffEndpointsFor('staff.view')
export const listStaff = viewing.get<typeof schemas.listStaff>('staff')

const managing = staffEndpointsFor('staff.manage', 'confirmed')
export const inviteStaff = managing.create<typeof schemas.inviteStaff>('staff')
export const resendStaffInvitation = managing.post<typeof schemas.resendStaffInvitation>('staff/:id/invitation')
export const changeStaffRole = managing.put<typeof schemas.changeStaffRole>('staff/:id/role')
export const deactivateStaff = managing.post<typeof schemas.deactivateStaff>('staff/:id/deactivate')
export const reactivateStaff = managing.post<typeof schemas.reactivateStaff>('staff/:id/reactivate')
export const resetStaffSecondFactor = managing.del<typeof schemas.resetStaffSecondFactor>('staff/:id/second-factor')

const visitor = endpointsFor('operator', 'public')
export const viewStaffInvitation = visitor.post<typeof schemas.viewStaffInvitation>('invitation/view')
export const acceptStaffInvitation = visitor.post<typeof schemas.acceptStaffInvitation>('invitation/accept')
/** Emails a link for a new password, if there is such an account. */
export const requestStaffReset = visitor.post<typeof schemas.requestStaffReset>('password-reset')
/** Sets the new password, once. The second factor stays. */
export const resetStaffPassword = visitor.post<typeof schemas.resetStaffPassword>('password-reset/complete')
export const signInStaff = visitor.post<typeof schemas.signInStaff>('session')
/** The secret of the session is in a cookie that scripts cannot read. */
export const renewStaffSession = visitor.post<typeof schemas.renewStaffSession>('session/renew')
export const signOutStaff = visitor.del<typeof schemas.signOutStaff>('session')
