import {
  acceptInvitation,
  changeMemberRole,
  createRole,
  deleteRole,
  inviteMember,
  joinTeam,
  leaveTeam,
  listInvitations,
  listRoles,
  listTeamMembers,
  removeMember,
  resendInvitation,
  revokeInvitation,
  transferOwnership,
  updateRole,
  viewInvitation,
} from '@adire/contract/team.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
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

export const teamRoutes = [
  route(listTeamMembers, listTeamMembersHandler),
  routeWithoutTransaction(changeMemberRole, changeMemberRoleHandler),
  routeWithoutTransaction(removeMember, removeMemberHandler),
  route(listInvitations, listInvitationsHandler),
  route(inviteMember, inviteMemberHandler),
  route(resendInvitation, resendInvitationHandler),
  route(revokeInvitation, revokeInvitationHandler),
  route(listRoles, listRolesHandler),
  route(createRole, createRoleHandler),
  routeWithoutTransaction(updateRole, updateRoleHandler),
  route(deleteRole, deleteRoleHandler),
  routeWithoutTransaction(leaveTeam, leaveTeamHandler),
  routeWithoutTransaction(transferOwnership, transferOwnershipHandler),
  routeWithoutTransaction(viewInvitation, viewInvitationHandler),
  routeWithoutTransaction(joinTeam, joinTeamHandler),
  routeWithoutTransaction(acceptInvitation, acceptInvitationHandler),
]
