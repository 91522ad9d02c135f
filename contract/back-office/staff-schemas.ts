import * as z from 'zod/mini'
import { EmailAddress, isSameTwice, newPasswordTwice } from '../auth-schemas.ts'
import { Email, Id, inputSchema, NewPassword, NoContent, PersonName, SingleLineText, Timestamp } from '../fields.ts'
import { messages } from '../messages.ts'
import { PasskeyAssertion } from '../passkeys-schemas.ts'
import { allStaffPermissions, type StaffPermission, staffRoles } from '../staff-permissions.ts'
import { PasswordChange, Session } from '../users-schemas.ts'

export const StaffRoleName = z.enum(staffRoles)
export const StaffPermissionName = z.enum([...allStaffPermissions] as [StaffPermission, ...StaffPermission[]])

/** The signed-in person. */
export const StaffPerson = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: StaffRoleName,
  permissions: z.array(StaffPermissionName),
  /** Number of passkeys. */
  passkeys: z.int(),
})
export type StaffPerson = z.infer<typeof StaffPerson>

const staffStatuses = ['invited', 'active', 'deactivated'] as const

export const StaffMember = z.object({
  id: Id,
  /** Null until the invitation is accepted. */
  name: z.nullable(z.string()),
  email: z.string(),
  role: StaffRoleName,
  status: z.enum(staffStatuses),
  /** Whether an authenticator app is set up. */
  secondFactor: z.boolean(),
  lastSeenAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  /** When the link of the invitation stops working. Null for accepted ones. */
  invitationExpiresAt: z.nullable(Timestamp),
  isYou: z.boolean(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const StaffInvitationForm = inputSchema({ email: Email, role: StaffRoleName })
export const StaffRoleForm = inputSchema({ role: StaffRoleName })
/** Name and first password of an invited person. */
export const StaffJoinForm = inputSchema({ name: PersonName, password: NewPassword })

const id = inputSchema({ id: Id })
const token = SingleLineText(200)

export const getStaffPerson = { input: inputSchema({}), output: StaffPerson }
export const confirmStaff = {
  /** A code of the authenticator app or a recovery code, or the signature of a passkey (`startStaffPasskeyConfirmation`). */
  input: inputSchema({ code: z.optional(SingleLineText(40)), passkey: z.optional(PasskeyAssertion) }).check(
    z.refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
      path: ['code'],
      message: 'Send a code or a passkey',
    }),
  ),
  output: NoContent,
}
export const listStaffSessions = { input: inputSchema({}), output: z.object({ content: z.array(Session) }) }
export const endStaffSession = { input: id, output: NoContent }
export const endOtherStaffSessions = { input: inputSchema({}), output: NoContent }
export const changeStaffPassword = { input: PasswordChange, output: NoContent }
export const requestStaffReset = { input: EmailAddress, output: NoContent }
export const StaffResetForm = inputSchema({ token, ...newPasswordTwice }).check(isSameTwice)
export const resetStaffPassword = { input: StaffResetForm, output: z.object({ email: z.string() }) }
export const listStaff = { input: inputSchema({}), output: z.object({ content: z.array(StaffMember) }) }
export const inviteStaff = { input: StaffInvitationForm, output: StaffMember }
export const resendStaffInvitation = { input: id, output: StaffMember }
export const changeStaffRole = { input: inputSchema({ id: Id, role: StaffRoleName }), output: StaffMember }
export const deactivateStaff = { input: id, output: StaffMember }
export const reactivateStaff = { input: id, output: StaffMember }
export const resetStaffSecondFactor = { input: id, output: StaffMember }
export const viewStaffInvitation = {
  input: inputSchema({ token }),
  output: z.object({ isOpen: z.boolean(), email: z.nullable(z.string()), role: z.nullable(StaffRoleName) }),
}
export const acceptStaffInvitation = {
  input: inputSchema({ token, name: PersonName, password: NewPassword }),
  output: z.object({ email: z.string() }),
}

/** Sign-in form. The rules for new passwords do not apply to existing ones. */
export const StaffCredentials = z.object({
  email: Email,
  password: z.string(messages.required).check(z.minLength(1, messages.required), z.maxLength(200, messages.required)),
})

export const StaffSession = z.object({
  step: z.literal('done'),
  accessToken: z.string(),
  /** Ten new recovery codes, when an authenticator app was set up by this sign-in. They are shown only now. */
  recoveryCodes: z.optional(z.array(z.string())),
})
export type StaffSession = z.infer<typeof StaffSession>

export const signInStaff = {
  input: inputSchema({ ...StaffCredentials.shape, code: z.optional(SingleLineText(40)) }),
  output: z.discriminatedUnion('step', [
    /** No authenticator app is set up: nothing else is possible before its first code. */
    z.object({ step: z.literal('enrol'), otpauthUrl: z.string(), secret: z.string() }),
    /** `passkeys`: whether the person has passkeys, which sign in alone (`signInStaffByPasskey`). */
    z.object({ step: z.literal('code'), passkeys: z.boolean() }),
    StaffSession,
  ]),
}
export const renewStaffSession = { input: inputSchema({}), output: z.object({ accessToken: z.string() }) }
export const signOutStaff = { input: inputSchema({}), output: NoContent }
