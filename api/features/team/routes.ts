import {
  acceptInvitation,
  changeMemberRole,
  createRole,
  deleteRole,
  getTeamSecurity,
  inviteMember,
  joinTeam,
  leaveTeam,
  listInvitations,
  listRoles,
  listTeamMembers,
  removeMember,
  resendInvitation,
  revokeInvitation,
  setTeamSecurity,
  transferOwnership,
  updateRole,
  viewInvitation,
} from '@adire/contract/team.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { acceptInvitationHandler, joinTeamHandler, viewInvitationHandler } from './accept.ts'
import { createRoleHandler, deleteRoleHandler, listRolesHandler, updateRoleHandler } from './custom-roles.ts'
import {
  inviteMemberHandler,
  listInvitationsHandler,
  resendInvitationHandler,
  revokeInvitationHandler,
} from './invite.ts'
import { changeMemberRoleHandler, listTeamMembersHandler, removeMemberHandler } from './members.ts'
import { leaveTeamHandler, transferOwnershipHandler } from './ownership.ts'
import { getTeamSecurityHandler, setTeamSecurityHandler } from './security.ts'

export const teamRoutes = [
  route(listTeamMembers, listTeamMembersHandler),
  creationRoute(changeMemberRole, changeMemberRoleHandler),
  routeWithoutTransaction(removeMember, removeMemberHandler),
  route(listInvitations, listInvitationsHandler),
  route(inviteMember, inviteMemberHandler),
  route(resendInvitation, resendInvitationHandler),
  route(revokeInvitation, revokeInvitationHandler),
  route(listRoles, listRolesHandler),
  route(createRole, createRoleHandler),
  creationRoute(updateRole, updateRoleHandler),
  route(deleteRole, deleteRoleHandler),
  routeWithoutTransaction(leaveTeam, leaveTeamHandler),
  route(getTeamSecurity, getTeamSecurityHandler),
  routeWithoutTransaction(setTeamSecurity, setTeamSecurityHandler),
  creationRoute(transferOwnership, transferOwnershipHandler),
  routeWithoutTransaction(viewInvitation, viewInvitationHandler),
  routeWithoutTransaction(joinTeam, joinTeamHandler),
  routeWithoutTransaction(acceptInvitation, acceptInvitationHandler),
]
