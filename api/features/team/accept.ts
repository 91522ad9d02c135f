import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type acceptInvitation, type joinTeam, teamLimits, type viewInvitation } from '@adire/contract/team.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Context, UnitOfWork, UserContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { merchantsOfNames } from '../../database/merchant-of-name.ts'
import { Problem, problem } from '../../http/problem.ts'
import { type Actor, recordAuditEvent } from '../audit/audit.ts'
import { consumeAttempt, unauthenticatedLimits } from '../auth/attempts.ts'
import { hashToken } from '../auth/hash-token.ts'
import { evictMembers } from '../auth/session-state.ts'
import { hashPassword } from '../auth/sign-in.ts'
import { users } from '../auth/tables.ts'
import { fullName, roleNameColumns, toRoleName } from '../merchants/member-roles.ts'
import { customRoles, memberships, merchants } from '../merchants/tables.ts'
import { notifyMembers } from '../notifications/notifications.ts'
import { confirmAddress } from '../users/mailed.ts'
import { type Business, lockBusiness } from './business.ts'
import { isInvitation, isOpen } from './find-invitations.ts'
import { maySenderGive } from './lost-invitations.ts'
import { invitations } from './tables.ts'

const notUsable = () =>
  problem.field('token', 'This invitation has expired, or was used or revoked. Ask for a new one', 'token_not_valid')

/** A token with the business of its invitation; undefined if there never was such a token. */
type InvitationKey = { merchantId: string; tokenHash: string } | undefined

const merchantsOfTokens = merchantsOfNames(invitations, invitations.tokenHash)

/**
 * Counts the attempt and finds the business of the token, in a separate transaction: an invalid token does not roll the attempt back, and
 * the transaction that accepts asks the server of the business only.
 */
const countRequest = (unitOfWork: UnitOfWork, token: string): Promise<InvitationKey> =>
  unitOfWork.write(async ({ tx, origin, now }) => {
    await consumeAttempt(tx, unauthenticatedLimits('invitation', undefined, origin), now)
    const tokenHash = hashToken(token)
    const merchantId = await merchantsOfTokens.findMerchant(tx, tokenHash)
    return merchantId === undefined ? undefined : { merchantId, tokenHash }
  })

const hasToken = ({ merchantId, tokenHash }: NonNullable<InvitationKey>) =>
  and(eq(invitations.merchantId, merchantId), eq(invitations.tokenHash, tokenHash))

/** An open invitation whose sender may still give its role. */
async function findInvitation(tx: Tx, key: InvitationKey, now: Date) {
  if (!key) return undefined
  const [found] = await tx
    .select({
      id: invitations.id,
      email: invitations.email,
      merchantId: invitations.merchantId,
      businessName: merchants.businessName,
      invitedBy: invitations.invitedBy,
      role: invitations.role,
      ...roleNameColumns,
      inviter: { email: users.email, firstName: users.firstName, lastName: users.lastName },
    })
    .from(invitations)
    .innerJoin(merchants, eq(merchants.id, invitations.merchantId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .leftJoin(customRoles, eq(customRoles.id, invitations.customRoleId))
    .where(and(hasToken(key), isOpen, gt(invitations.expiresAt, now)))
  if (!found) return undefined
  return (await maySenderGive(tx, found)) ? found : undefined
}
type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

const findUser = async (tx: Tx, email: string) =>
  (await tx.select().from(users).where(eq(users.email, email)).for('update'))[0]

export async function viewInvitationHandler(unitOfWork: UnitOfWork, { token }: ParsedInput<typeof viewInvitation>) {
  const key = await countRequest(unitOfWork, token)
  return unitOfWork.write(async ({ tx, realNow }) => {
    const found = await findInvitation(tx, key, realNow)
    if (!found)
      return { isOpen: false, businessName: null, invitedBy: null, email: null, roleName: null, hasAccount: false }
    const { businessName, email, inviter } = found
    return {
      isOpen: true,
      businessName,
      invitedBy: fullName(inviter) ?? inviter.email,
      email,
      roleName: toRoleName(found).name,
      hasAccount: Boolean((await findUser(tx, email))?.emailVerifiedAt),
    }
  })
}

/** The same, of a business that is locked: of two requests with one token the second sees what the first has done. */
async function lockInvitation(tx: Tx, key: InvitationKey, now: Date) {
  if (key) await lockBusiness({ tx, merchant: { id: key.merchantId } })
  return findInvitation(tx, key, now)
}

/**
 * The account of an invited person, with their password and name. Somebody may register the email at the same moment.
 * @throws 409 account_exists
 */
async function createAccount(tx: Tx, email: string, person: Person, now: Date): Promise<{ id: string }> {
  const [added] = await tx
    .insert(users)
    .values({ email, ...person, createdAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (added) return added
  const known = (await findUser(tx, email))!
  if (known.emailVerifiedAt)
    throw problem.conflict(
      'account_exists',
      'You have an account with this email address. Sign in to accept the invitation',
    )
  await tx.update(users).set(person).where(eq(users.id, known.id))
  return known
}
type Person = Pick<typeof users.$inferSelect, 'passwordHash' | 'firstName' | 'lastName'>

/**
 * Creates the account of an invited person and accepts. The link proves the email address, as a verification link does.
 * @throws 409 account_exists, 422 token_not_valid
 */
export async function joinTeamHandler(
  unitOfWork: UnitOfWork,
  { token, password, firstName, lastName }: ParsedInput<typeof joinTeam>,
) {
  const key = await countRequest(unitOfWork, token)
  const ip = await unitOfWork.write(async ({ tx, realNow, origin }) => {
    if (!(await findInvitation(tx, key, realNow))) throw notUsable()
    return origin.ip
  })
  const passwordHash = await hashPassword(password, ip)
  const { business, email } = await unitOfWork.write(async (context) => {
    const { tx, realNow } = context
    const invitation = await lockInvitation(tx, key, realNow)
    if (!invitation) throw notUsable()
    const { email } = invitation
    const { id } = await createAccount(tx, email, { passwordHash, firstName, lastName }, realNow)
    await confirmAddress(context, id)
    return { business: await accept(context, invitation, { id, email }), email }
  })
  evictMembers(business.merchantIds)
  return { email }
}

/**
 * Accepts an invitation as the signed-in user. Repeating it changes nothing.
 * @throws 403 invitation_of_other, 422 token_not_valid, 409 team_full
 */
export async function acceptInvitationHandler(
  unitOfWork: UnitOfWork<UserContext>,
  { token }: ParsedInput<typeof acceptInvitation>,
) {
  const key = await countRequest(unitOfWork, token)
  const { business } = await unitOfWork.write(async (context) => {
    const { tx, user, realNow } = context
    const invitation = await lockInvitation(tx, key, realNow)
    if (!invitation) return { business: await findAccepted(context, key) }
    if (invitation.email !== user.email)
      throw new Problem(
        403,
        'invitation_of_other',
        `This invitation is for ${invitation.email}. Sign in with that email address`,
      )
    return { business: await accept(context, invitation, user) }
  })
  evictMembers(business.merchantIds)
  return { merchantId: business.id, businessName: business.name }
}

/** The business of an invitation that this user has accepted with this token. */
async function findAccepted({ tx, user }: UserContext, key: InvitationKey): Promise<Business> {
  if (!key) throw notUsable()
  const [found] = await tx
    .select({ merchantId: invitations.merchantId })
    .from(invitations)
    .innerJoin(memberships, and(eq(memberships.merchantId, invitations.merchantId), eq(memberships.userId, user.id)))
    .where(and(hasToken(key), eq(invitations.email, user.email)))
  if (!found) throw notUsable()
  return lockBusiness({ tx, merchant: { id: found.merchantId } })
}

async function accept(
  context: Context,
  invitation: FoundInvitation,
  user: { id: string; email: string },
): Promise<Business> {
  const { tx, realNow } = context
  const business = await lockBusiness({ tx, merchant: { id: invitation.merchantId } })
  const accepted = await tx
    .update(invitations)
    .set({ acceptedAt: realNow })
    .where(and(isInvitation(invitation.merchantId, invitation.id), isOpen))
    .returning()
  if (accepted.length === 0) throw notUsable()
  if ((await tx.$count(memberships, eq(memberships.merchantId, business.id))) >= teamLimits.members)
    throw problem.conflict('team_full', 'This team is full. Ask its owner to remove somebody first')
  const { role, customRoleId } = accepted[0]!
  await tx
    .insert(memberships)
    .values(
      business.merchantIds.map((merchantId) => ({
        userId: user.id,
        merchantId,
        role,
        customRoleId,
        createdAt: realNow,
      })),
    )
    .onConflictDoNothing()
  const actor: Actor = { kind: 'user', name: user.email }
  const roleName = toRoleName(invitation).name
  await recordAuditEvent(context, {
    action: 'member.joined',
    object: user.email,
    after: { role: roleName },
    merchantId: business.id,
    userId: user.id,
    actor,
  })
  const [person] = await tx.select().from(users).where(eq(users.id, user.id))
  const text = `${fullName(person!) ?? user.email} accepted the invitation as ${roleName}.`
  await notifyMembers(
    tx,
    business.id,
    { kind: 'security', title: 'Somebody joined the team', text, path: '/settings/team' },
    realNow,
  )
  return business
}
