import {
  acceptStaffInvitation,
  changeStaffRole,
  deactivateStaff,
  getStaffPerson,
  inviteStaff,
  listStaff,
  reactivateStaff,
  resendStaffInvitation,
  resetStaffSecondFactor,
  viewStaffInvitation,
} from '@adire/contract/back-office/staff.ts'
import { checkStaffEvents, listStaffActors, listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
import { checkStaffEventsHandler, listStaffActorsHandler, listStaffEventsHandler } from './audit-log.ts'
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

export const staffRoutes = [
  route(getStaffPerson, getStaffPersonHandler),
  route(listStaff, listStaffHandler),
  route(inviteStaff, inviteStaffHandler),
  route(resendStaffInvitation, resendStaffInvitationHandler),
  routeWithoutTransaction(changeStaffRole, changeStaffRoleHandler),
  routeWithoutTransaction(deactivateStaff, deactivateStaffHandler),
  routeWithoutTransaction(reactivateStaff, reactivateStaffHandler),
  routeWithoutTransaction(resetStaffSecondFactor, resetStaffSecondFactorHandler),
  routeWithoutTransaction(viewStaffInvitation, viewStaffInvitationHandler),
  routeWithoutTransaction(acceptStaffInvitation, acceptStaffInvitationHandler),
  route(listStaffEvents, listStaffEventsHandler),
  route(listStaffActors, listStaffActorsHandler),
  routeWithoutTransaction(checkStaffEvents, checkStaffEventsHandler),
]
