import { approvalErrors } from './approvals.ts'
import { endpointsFor } from './endpoint.ts'
import type * as schemas from './team-schemas.ts'

/** Limits of a team. `invitationDays`: how long a link is valid. */
export const teamLimits = { members: 100, roles: 50, invitations: 100, invitationDays: 7, invitationsAnHour: 30 }

/** Errors of a change of one member. */
const memberErrors = [
  'approver_needed',
  'confirmation_required',
  'member_not_found',
  'own_role',
  'owner_fixed',
  'permission_not_yours',
] as const

const { get, post, create, put, del } = endpointsFor('core', 'member', 'account', 'team')
export const listTeamMembers = get<typeof schemas.listTeamMembers>('team/members')
export const changeMemberRole = put<typeof schemas.changeMemberRole>('team/members/:userId', {
  errors: [...approvalErrors, ...memberErrors, 'role_not_found'],
})
export const removeMember = del<typeof schemas.removeMember>('team/members/:userId', {
  errors: memberErrors,
})

export const getTeamSecurity = get<typeof schemas.getTeamSecurity>('team/security')

export const listInvitations = get<typeof schemas.listInvitations>('team/invitations')
export const inviteMember = create<typeof schemas.inviteMember>('team/invitations', {
  errors: [
    ...approvalErrors,
    'confirmation_required',
    'invitation_open',
    'member_exists',
    'permission_not_yours',
    'role_not_found',
    'team_full',
    'too_many_attempts',
  ],
})
export const resendInvitation = post<typeof schemas.resendInvitation>('team/invitations/:id/resend', {
  errors: ['invitation_not_found', 'permission_not_yours', 'too_many_attempts'],
})
export const revokeInvitation = del<typeof schemas.revokeInvitation>('team/invitations/:id', {
  errors: ['invitation_not_found'],
})

export const listRoles = get<typeof schemas.listRoles>('team/roles')
export const createRole = create<typeof schemas.createRole>('team/roles', {
  errors: [...approvalErrors, 'confirmation_required', 'permission_not_yours', 'role_exists', 'too_many_roles'],
})
export const updateRole = put<typeof schemas.updateRole>('team/roles/:id', {
  errors: [
    ...approvalErrors,
    'approver_needed',
    'confirmation_required',
    'own_role',
    'permission_not_yours',
    'role_exists',
    'role_not_found',
  ],
})
export const deleteRole = del<typeof schemas.deleteRole>('team/roles/:id', {
  errors: ['confirmation_required', 'permission_not_yours', 'role_in_use', 'role_not_found'],
})

const everyMember = endpointsFor('core', 'member', 'account', 'every member')
export const leaveTeam = everyMember.post<typeof schemas.leaveTeam>('team/leave', {
  errors: ['approver_needed', 'owner_fixed'],
})
/** Whether every member needs a second factor. The owner decides, for both modes. */
export const setTeamSecurity = everyMember.put<typeof schemas.setTeamSecurity>('team/security', {
  errors: ['confirmation_required', 'not_the_owner', 'second_factor_missing'],
})
export const transferOwnership = everyMember.post<typeof schemas.transferOwnership>('team/owner', {
  errors: [...approvalErrors, 'confirmation_required', 'member_not_found', 'not_the_owner', 'own_role'],
})

const client = endpointsFor('core', 'client')
export const viewInvitation = client.post<typeof schemas.viewInvitation>('invitations/view', {
  errors: ['too_many_attempts'],
})
export const joinTeam = client.post<typeof schemas.joinTeam>('invitations/join', {
  errors: ['account_exists', 'team_full', 'token_not_valid', 'too_many_attempts'],
})
export const acceptInvitation = endpointsFor('core', 'user', 'account').post<typeof schemas.acceptInvitation>(
  'invitations/accept',
  { errors: ['invitation_of_other', 'team_full', 'token_not_valid', 'too_many_attempts'] },
)
