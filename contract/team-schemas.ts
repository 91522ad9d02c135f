import * as z from 'zod/mini'
import { describe } from './describe.ts'
import {
  Email,
  Id,
  inputSchema,
  NewPassword,
  NoContent,
  PersonName,
  requiredOr,
  SingleLineText,
  Timestamp,
} from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { allPermissions, type BuiltInRole, type Permission, roleNames } from './permissions.ts'

const permissionNames = allPermissions as [Permission, ...Permission[]]
const builtInRoles = Object.keys(roleNames) as [BuiltInRole, ...BuiltInRole[]]
const grantedRoles = builtInRoles.filter((role) => role !== 'owner') as [BuiltInRole, ...BuiltInRole[]]

export const PermissionName = z.enum(permissionNames)

const chooseRole = requiredOr('Choose a role')

/** A role to give: one that every business has, except the owner's, or the id of one that the business has made. */
export const RoleChoice = describe(
  'Role: `admin`, `operations`, `finance`, `developer`, `support`, or the id of a role of the business. Required.',
  z.union([z.enum(grantedRoles), z.uuid(chooseRole)], chooseRole),
)
export type RoleChoice = z.infer<typeof RoleChoice>

export const RoleName = describe(
  'A role by its id and name.',
  z.object({
    id: describe(
      'Id of a role of the business, or `owner`, `admin`, `operations`, `finance`, `developer`, `support`.',
      z.string(),
    ),
    name: z.string(),
  }),
)
export type RoleName = z.infer<typeof RoleName>

export const Role = describe(
  'What its members may do. `builtIn` roles are the same in every business.',
  z.object({
    id: z.string(),
    name: z.string(),
    builtIn: z.boolean(),
    permissions: z.array(PermissionName),
    members: describe('Number of members with this role.', z.int()),
    grantable: describe('Whether you may give it: it has no permission that you do not have.', z.boolean()),
  }),
)
export type Role = z.infer<typeof Role>

export const TeamMember = describe(
  'A person who works in the business. The team is the same in Test Mode and Live Mode.',
  z.object({
    userId: Id,
    name: describe('First and last name. Null for a user who has given none.', z.nullable(z.string())),
    email: z.string(),
    role: RoleName,
    twoFactor: describe('Whether the member has a second factor: an authenticator app or a passkey.', z.boolean()),
    joinedAt: Timestamp,
    lastSeenAt: describe(
      'When the member last used the dashboard. Null for never, or more than 90 days ago.',
      z.nullable(Timestamp),
    ),
    isYou: z.boolean(),
  }),
)
export type TeamMember = z.infer<typeof TeamMember>

export const Invitation = describe(
  'An invitation that was not accepted yet.',
  z.object({
    id: Id,
    email: z.string(),
    role: RoleName,
    invitedBy: describe('Name of the member who sent it, or their email address.', z.string()),
    sentAt: Timestamp,
    expiresAt: describe('When its link stops working. Send it again for a new link.', Timestamp),
  }),
)
export type Invitation = z.infer<typeof Invitation>

const userId = inputSchema({ userId: Id })
const NewRole = {
  name: describe(
    'Name of the role, 3 to 60 characters, different from every other role. Required.',
    SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum))),
  ),
  permissions: describe(
    'What its members may do. The permission to change something includes the permission to see it.',
    z
      .array(PermissionName)
      .check(
        z.minLength(1, 'Choose at least one permission'),
        z.maxLength(allPermissions.length, 'Each permission once'),
      ),
  ),
}

/** Forms of the dashboard. */
export const InvitationForm = inputSchema({
  email: describe('Email address of the invited person. Required.', Email),
  role: RoleChoice,
})
export const MemberRoleForm = inputSchema({ role: RoleChoice })
export const RoleForm = inputSchema(NewRole)
export const JoinForm = inputSchema({ firstName: PersonName, lastName: PersonName, password: NewPassword })

export const listTeamMembers = {
  description: 'Members of the business, in the order in which they joined.',
  input: inputSchema({}),
  output: z.object({ content: z.array(TeamMember) }),
}

export const changeMemberRole = {
  description:
    'Changes the role of another member. 409 `own_role` for yourself, `owner_fixed` for the owner; 403 `permission_not_yours` when ' +
    'the old or the new role has a permission that you do not have; 422 `role_not_found`. Needs a confirmation: 403 `confirmation_required`.',
  input: inputSchema({ userId: Id, role: RoleChoice }),
  output: TeamMember,
}

export const removeMember = {
  description:
    'Removes another member. The person keeps the account, and has no access to the business from now on. 409 `own_role`, ' +
    '`owner_fixed`; 403 `permission_not_yours`. Needs a confirmation: 403 `confirmation_required`.',
  input: userId,
  output: NoContent,
}

export const leaveTeam = {
  description: 'Leaves the business. The owner cannot leave before somebody else is the owner: 409 `owner_fixed`.',
  input: inputSchema({}),
  output: NoContent,
}

export const transferOwnership = {
  description:
    'Makes another member the owner; the owner becomes an admin. 409 `not_the_owner` for everybody else. Needs a confirmation: 403 ' +
    '`confirmation_required`.',
  input: userId,
  output: NoContent,
}

const secondFactorRequired = describe(
  'Whether every member needs a second factor. Members without one can then only set one up.',
  z.boolean(),
)
export const TeamSecurity = describe(
  'How the members of the business sign in, in both modes.',
  z.object({ secondFactorRequired, membersWithout: describe('Members without a second factor.', z.int()) }),
)
export type TeamSecurity = z.infer<typeof TeamSecurity>

export const TeamSecurityForm = inputSchema({ secondFactorRequired })

export const getTeamSecurity = { description: 'How the members sign in.', input: inputSchema({}), output: TeamSecurity }

export const setTeamSecurity = {
  description:
    'Requires a second factor of every member, or no longer. It takes effect at once: the API then responds 403 ' +
    '`second_factor_required` to members without one, in both modes. API keys are not affected. 409 `not_the_owner` for everybody ' +
    'but the owner, `second_factor_missing` if the owner has none. Needs a confirmation: 403 `confirmation_required`.',
  input: TeamSecurityForm,
  output: TeamSecurity,
}

export const listInvitations = {
  description: 'Invitations that were not accepted or revoked yet, newest first, also those that have expired.',
  input: inputSchema({}),
  output: z.object({ content: z.array(Invitation) }),
}

export const inviteMember = {
  description:
    'Invites a person by email. The link works for 7 days. 422 `member_exists`, `invitation_open` at `email`; 403 ' +
    '`permission_not_yours` for a role with a permission that you do not have; 409 `team_full`. Needs a confirmation: 403 ' +
    '`confirmation_required`.',
  input: InvitationForm,
  output: Invitation,
}

export const resendInvitation = {
  description: 'Sends an invitation again, with a new link for 7 days. The old link no longer works.',
  input: inputSchema({ id: Id }),
  output: Invitation,
}

export const revokeInvitation = {
  description: 'Revokes an invitation: its link no longer works.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const listRoles = {
  description: 'Roles of the business: first those that every business has, then its own by name.',
  input: inputSchema({}),
  output: z.object({ content: z.array(Role) }),
}

export const createRole = {
  description:
    'Creates a role. 403 `permission_not_yours` for a permission that you do not have; 422 `role_exists` at `name`; 409 ' +
    '`too_many_roles`. Needs a confirmation: 403 `confirmation_required`.',
  input: RoleForm,
  output: Role,
}

export const updateRole = {
  description:
    'Changes a role of the business, at once for all of its members. 409 `own_role` for the role that you have yourself. ' +
    'Needs a confirmation: 403 `confirmation_required`.',
  input: inputSchema({ id: Id, ...NewRole }),
  output: Role,
}

export const deleteRole = {
  description: 'Deletes a role that no member and no invitation has: 409 `role_in_use`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

const token = SingleLineText(200)

export const viewInvitation = {
  description:
    'What an invitation offers, by the token of its link. `isOpen` is false for a link that is unknown, expired, used or revoked.',
  input: inputSchema({ token }),
  output: z.object({
    isOpen: z.boolean(),
    businessName: z.nullable(z.string()),
    invitedBy: z.nullable(z.string()),
    email: z.nullable(z.string()),
    roleName: z.nullable(z.string()),
    hasAccount: describe('Whether the email address has an account: sign in and accept. Otherwise join.', z.boolean()),
  }),
}

export const joinTeam = {
  description:
    'Creates the account of an invited person, with a verified email address, and accepts the invitation. 409 `account_exists`; 422 ' +
    '`token_not_valid` at `token`.',
  input: inputSchema({ token, firstName: PersonName, lastName: PersonName, password: NewPassword }),
  output: z.object({ email: z.string() }),
}

export const acceptInvitation = {
  description:
    'Accepts an invitation as the signed-in user. 403 `invitation_of_other` when it was sent to another email address; 422 ' +
    '`token_not_valid` at `token`. A repeated call changes nothing.',
  input: inputSchema({ token }),
  output: z.object({ merchantId: describe('The test business.', Id), businessName: z.string() }),
}
