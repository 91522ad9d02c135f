import {
  acceptStaffInvitation,
  changeStaffPassword,
  changeStaffRole,
  confirmStaff,
  deactivateStaff,
  endOtherStaffSessions,
  endStaffSession,
  getStaffPerson,
  inviteStaff,
  listStaff,
  listStaffSessions,
  reactivateStaff,
  requestStaffReset,
  resendStaffInvitation,
  resetStaffPassword,
  resetStaffSecondFactor,
  viewStaffInvitation,
} from '@adire/contract/back-office/staff.ts'
import { checkStaffEvents, listStaffActors, listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import {
  addStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
  startStaffPasskey,
  startStaffPasskeyConfirmation,
  startStaffPasskeySignIn,
} from '@adire/contract/back-office/staff-passkeys.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { checkStaffEventsHandler, listStaffActorsHandler, listStaffEventsHandler } from './audit-log.ts'
import { confirmStaffHandler } from './confirmation.ts'
import { acceptStaffInvitationHandler, viewStaffInvitationHandler } from './invite.ts'
import { getStaffPersonHandler, listStaffHandler } from './list.ts'
import {
  changeStaffRoleHandler,
  deactivateStaffHandler,
  inviteStaffHandler,
  reactivateStaffHandler,
  resendStaffInvitationHandler,
  resetStaffSecondFactorHandler,
} from './manage.ts'
import {
  addStaffPasskeyHandler,
  listStaffPasskeysHandler,
  removeStaffPasskeyHandler,
  renameStaffPasskeyHandler,
  startStaffPasskeyConfirmationHandler,
  startStaffPasskeyHandler,
  startStaffPasskeySignInHandler,
} from './passkeys.ts'
import { changeStaffPasswordHandler, requestStaffResetHandler, resetStaffPasswordHandler } from './password.ts'
import { endOtherStaffSessionsHandler, endStaffSessionHandler, listStaffSessionsHandler } from './sessions.ts'

export const staffRoutes = [
  route(getStaffPerson, getStaffPersonHandler),
  routeWithoutTransaction(confirmStaff, confirmStaffHandler),
  route(listStaffSessions, listStaffSessionsHandler),
  routeWithoutTransaction(endStaffSession, endStaffSessionHandler),
  routeWithoutTransaction(endOtherStaffSessions, endOtherStaffSessionsHandler),
  creationRoute(changeStaffPassword, changeStaffPasswordHandler),
  route(requestStaffReset, requestStaffResetHandler),
  routeWithoutTransaction(resetStaffPassword, resetStaffPasswordHandler),
  route(startStaffPasskeySignIn, startStaffPasskeySignInHandler),
  route(listStaffPasskeys, listStaffPasskeysHandler),
  route(startStaffPasskey, startStaffPasskeyHandler),
  routeWithoutTransaction(addStaffPasskey, addStaffPasskeyHandler),
  route(renameStaffPasskey, renameStaffPasskeyHandler),
  route(removeStaffPasskey, removeStaffPasskeyHandler),
  route(startStaffPasskeyConfirmation, startStaffPasskeyConfirmationHandler),
  route(listStaff, listStaffHandler),
  route(inviteStaff, inviteStaffHandler),
  route(resendStaffInvitation, resendStaffInvitationHandler),
  creationRoute(changeStaffRole, changeStaffRoleHandler),
  creationRoute(deactivateStaff, deactivateStaffHandler),
  creationRoute(reactivateStaff, reactivateStaffHandler),
  creationRoute(resetStaffSecondFactor, resetStaffSecondFactorHandler),
  routeWithoutTransaction(viewStaffInvitation, viewStaffInvitationHandler),
  routeWithoutTransaction(acceptStaffInvitation, acceptStaffInvitationHandler),
  route(listStaffEvents, listStaffEventsHandler),
  route(listStaffActors, listStaffActorsHandler),
  routeWithoutTransaction(checkStaffEvents, checkStaffEventsHandler),
]
