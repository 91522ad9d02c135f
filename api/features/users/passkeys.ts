import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { addPasskey, listPasskeys, removePasskey, renamePasskey } from '@adire/contract/passkeys.ts'
import { eq } from 'drizzle-orm'
import type { Context, UnitOfWork, UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { consumeAttempt, unauthenticatedLimits } from '../auth/attempts.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { dropIdleRecoveryCodes, issueRecoveryCodes } from '../auth/second-factor.ts'
import { users } from '../auth/tables.ts'
import { startAssertion } from '../passkeys/assert.ts'
import type { AssertionScope, PasskeyOwner } from '../passkeys/challenges.ts'
import { deletePasskey, listPasskeyRecords, renamePasskeyRecord, toPasskeyResponse } from '../passkeys/passkeys.ts'
import { registerPasskey, startRegistration } from '../passkeys/register.ts'
import { notifyOfSecurityEvent } from './jobs.ts'

const ownerOf = ({ user }: UserContext): PasskeyOwner => ({ kind: 'user', id: user.id })

/** Options of a sign-in. They depend on nobody, so that they do not reveal who has an account or a passkey. */
export async function startPasskeySignInHandler(context: Context) {
  const { tx, realNow, origin } = context
  await consumeAttempt(tx, unauthenticatedLimits('passkey-sign-in', undefined, origin), realNow)
  return startAssertion(context, { purpose: 'sign_in', ownerKind: 'user' })
}

export async function listPasskeysHandler(context: UserContext, { id }: ParsedInput<typeof listPasskeys>) {
  requireOneself(context, id)
  return { content: (await listPasskeyRecords(context.tx, ownerOf(context))).map(toPasskeyResponse) }
}

export async function startPasskeyHandler(context: UserContext) {
  const { tx, user } = context
  await requireConfirmation(context)
  const [found] = await tx.select().from(users).where(eq(users.id, user.id))
  const fullName = [found?.firstName, found?.lastName].filter(Boolean).join(' ')
  const names = { userName: user.email, displayName: fullName || user.email }
  return startRegistration(context, { owner: ownerOf(context), sessionId: user.sessionId }, names)
}

/** Adds a passkey. The transaction is committed if it is rejected, because its challenge is used up. */
export async function addPasskeyHandler(
  unitOfWork: UnitOfWork<UserContext>,
  { name, credential }: ParsedInput<typeof addPasskey>,
) {
  const outcome = await unitOfWork.write(async (context) => {
    const { user } = context
    await requireConfirmation(context)
    await lockUser(context)
    const registering = { owner: ownerOf(context), sessionId: user.sessionId }
    const registered = await registerPasskey(context, registering, { name, credential })
    if ('rejected' in registered) return registered
    await recordAuditEvent(context, { action: 'passkey.added', object: name })
    await notifyOfSecurityEvent(context, user.id, 'passkey_added')
    const recoveryCodes = await issueRecoveryCodes(context, user.id)
    return { passkey: toPasskeyResponse(registered.added), recoveryCodes }
  })
  if ('rejected' in outcome) throw problem.field('credential', outcome.rejected, 'passkey_rejected')
  return outcome
}

export async function renamePasskeyHandler(
  context: UserContext,
  { id, passkeyId, name }: ParsedInput<typeof renamePasskey>,
) {
  requireOneself(context, id)
  const renamed = await renamePasskeyRecord(context.tx, ownerOf(context), passkeyId, name)
  if (!renamed) throw problem.notFound('passkey')
  if (renamed.oldName !== name)
    await recordAuditEvent(context, {
      action: 'passkey.renamed',
      object: name,
      before: { name: renamed.oldName },
      after: { name },
    })
  return toPasskeyResponse(renamed.passkey)
}

export async function removePasskeyHandler(context: UserContext, { id, passkeyId }: ParsedInput<typeof removePasskey>) {
  const { tx, user } = context
  requireOneself(context, id)
  await requireConfirmation(context)
  await lockUser(context)
  const removed = await deletePasskey(tx, ownerOf(context), passkeyId)
  if (!removed) throw problem.notFound('passkey')
  await dropIdleRecoveryCodes(tx, user.id)
  await recordAuditEvent(context, { action: 'passkey.removed', object: removed.name })
  await notifyOfSecurityEvent(context, user.id, 'passkey_removed')
}

/** What a confirmation with a passkey is bound to: the user and this session. */
export const confirmationScope = (context: UserContext): AssertionScope => ({
  purpose: 'confirm',
  owner: ownerOf(context),
  sessionId: context.user.sessionId,
})

export const startPasskeyConfirmationHandler = (context: UserContext) =>
  startAssertion(context, confirmationScope(context))

/** Locks the user, so that second factors of one user change one after the other. */
async function lockUser({ tx, user }: UserContext): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
}

function requireOneself({ user }: UserContext, id: string): void {
  if (id !== user.id) throw problem.notFound('user')
}
