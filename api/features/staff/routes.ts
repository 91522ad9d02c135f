import * as staff from '@adire/contract/back-office/staff.ts'
import * as staffAudit from '@adire/contract/back-office/staff-audit.ts'
import * as staffPasskeys from '@adire/contract/back-office/staff-passkeys.ts'
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
  route(staff.getStaffPerson, getStaffPersonHandler),
  routeWithoutTransaction(staff.confirmStaff, confirmStaffHandler),
  route(staff.listStaffSessions, listStaffSessionsHandler),
  routeWithoutTransaction(staff.endStaffSession, endStaffSessionHandler),
  routeWithoutTransaction(staff.endOtherStaffSessions, endOtherStaffSessionsHandler),
  creationRoute(staff.changeStaffPassword, changeStaffPasswordHandler),
  route(staff.requestStaffReset, requestStaffResetHandler),
  routeWithoutTransaction(staff.resetStaffPassword, resetStaffPasswordHandler),
  route(staffPasskeys.startStaffPasskeySignIn, startStaffPasskeySignInHandler),
  route(staffPasskeys.listStaffPasskeys, listStaffPasskeysHandler),
  route(staffPasskeys.startStaffPasskey, startStaffPasskeyHandler),
  routeWithoutTransaction(staffPasskeys.addStaffPasskey, addStaffPasskeyHandler),
  route(staffPasskeys.renameStaffPasskey, renameStaffPasskeyHandler),
  route(staffPasskeys.removeStaffPasskey, removeStaffPasskeyHandler),
  route(staffPasskeys.startStaffPasskeyConfirmation, startStaffPasskeyConfirmationHandler),
  route(staff.listStaff, listStaffHandler),
  route(staff.inviteStaff, inviteStaffHandler),
  route(staff.resendStaffInvitation, resendStaffInvitationHandler),
  creationRoute(staff.changeStaffRole, changeStaffRoleHandler),
  creationRoute(staff.deactivateStaff, deactivateStaffHandler),
  creationRoute(staff.reactivateStaff, reactivateStaffHandler),
  creationRoute(staff.resetStaffSecondFactor, resetStaffSecondFactorHandler),
  routeWithoutTransaction(staff.viewStaffInvitation, viewStaffInvitationHandler),
  routeWithoutTransaction(staff.acceptStaffInvitation, acceptStaffInvitationHandler),
  route(staffAudit.listStaffEvents, listStaffEventsHandler),
  route(staffAudit.listStaffActors, listStaffActorsHandler),
  routeWithoutTransaction(staffAudit.checkStaffEvents, checkStaffEventsHandler),
]
