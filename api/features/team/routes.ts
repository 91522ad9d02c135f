import * as team from '@adire/contract/team.ts'
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
  route(team.listTeamMembers, listTeamMembersHandler),
  creationRoute(team.changeMemberRole, changeMemberRoleHandler),
  routeWithoutTransaction(team.removeMember, removeMemberHandler),
  route(team.listInvitations, listInvitationsHandler),
  route(team.inviteMember, inviteMemberHandler),
  route(team.resendInvitation, resendInvitationHandler),
  route(team.revokeInvitation, revokeInvitationHandler),
  route(team.listRoles, listRolesHandler),
  route(team.createRole, createRoleHandler),
  creationRoute(team.updateRole, updateRoleHandler),
  route(team.deleteRole, deleteRoleHandler),
  routeWithoutTransaction(team.leaveTeam, leaveTeamHandler),
  route(team.getTeamSecurity, getTeamSecurityHandler),
  routeWithoutTransaction(team.setTeamSecurity, setTeamSecurityHandler),
  creationRoute(team.transferOwnership, transferOwnershipHandler),
  routeWithoutTransaction(team.viewInvitation, viewInvitationHandler),
  routeWithoutTransaction(team.joinTeam, joinTeamHandler),
  routeWithoutTransaction(team.acceptInvitation, acceptInvitationHandler),
]
