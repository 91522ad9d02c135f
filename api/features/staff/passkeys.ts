import type {
  addStaffPasskey,
  removeStaffPasskey,
  renameStaffPasskey,
} from '@adire/contract/back-office/staff-passkeys.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { Context, StaffContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { consumeAttempt, consumeDailyLimit, unauthenticatedLimits } from '../auth/attempts.ts'
import { type AssertionOutcome, startAssertion } from '../passkeys/assert.ts'
import type { AssertionScope, PasskeyOwner } from '../passkeys/challenges.ts'
import { deletePasskey, listPasskeyRecords, renamePasskeyRecord, toPasskeyResponse } from '../passkeys/passkeys.ts'
import { registerPasskey, startRegistration } from '../passkeys/register.ts'
import { recordStaffEvent } from './events.ts'
import { mailStaff } from './jobs.ts'
import { lockStaff } from './list.ts'

const ownerOf = ({ staff }: StaffContext): PasskeyOwner => ({ kind: 'staff', id: staff.id })

/** Options of a sign-in. They depend on nobody, so that they do not reveal who has an account. */
export async function startStaffPasskeySignInHandler(context: Context) {
  const { tx, realNow, origin } = context
  await consumeAttempt(tx, unauthenticatedLimits('staff-passkey-sign-in', undefined, origin), realNow)
  return startAssertion(context, { purpose: 'sign_in', ownerKind: 'staff' })
}

export async function listStaffPasskeysHandler(context: StaffContext) {
  return { content: (await listPasskeyRecords(context.tx, ownerOf(context))).map(toPasskeyResponse) }
}

export const startStaffPasskeyHandler = (context: StaffContext) =>
  startRegistration(
    context,
    { owner: ownerOf(context), sessionId: context.staff.sessionId },
    { userName: context.staff.email, displayName: `${context.staff.name}, back office` },
  )

/** Adds a passkey. The transaction is committed if it is rejected, because its challenge is used up. */
export async function addStaffPasskeyHandler(
  unitOfWork: UnitOfWork<StaffContext>,
  given: ParsedInput<typeof addStaffPasskey>,
) {
  const outcome = await unitOfWork.write(async (context) => {
    const { tx, staff } = context
    await lockStaff(tx, { id: staff.id })
    const registered = await registerPasskey(context, { owner: ownerOf(context), sessionId: staff.sessionId }, given)
    if ('rejected' in registered) return registered
    await recordStaffEvent(context, { action: 'passkey.added', object: given.name })
    await mailAboutPasskey(context, staff.id, 'A passkey was added', `“${given.name}” signs in to your account.`)
    return { passkey: toPasskeyResponse(registered.added) }
  })
  if ('rejected' in outcome) throw problem.field('credential', outcome.rejected, 'passkey_rejected')
  return outcome.passkey
}

export async function renameStaffPasskeyHandler(
  context: StaffContext,
  { id, name }: ParsedInput<typeof renameStaffPasskey>,
) {
  const renamed = await renamePasskeyRecord(context.tx, ownerOf(context), id, name)
  if (!renamed) throw problem.notFound('passkey')
  const before = { name: renamed.oldName }
  if (before.name !== name)
    await recordStaffEvent(context, { action: 'passkey.renamed', object: name, before, after: { name } })
  return toPasskeyResponse(renamed.passkey)
}

export async function removeStaffPasskeyHandler(context: StaffContext, { id }: ParsedInput<typeof removeStaffPasskey>) {
  const removed = await deletePasskey(context.tx, ownerOf(context), id)
  if (!removed) throw problem.notFound('passkey')
  await recordStaffEvent(context, { action: 'passkey.removed', object: removed.name })
  await mailAboutPasskey(context, context.staff.id, 'A passkey was removed', `“${removed.name}” no longer signs in.`)
}

/** What a confirmation with a passkey is bound to: the person and this session. */
export const staffConfirmationScope = (context: StaffContext): AssertionScope => ({
  purpose: 'confirm',
  owner: ownerOf(context),
  sessionId: context.staff.sessionId,
})

export const startStaffPasskeyConfirmationHandler = (context: StaffContext) =>
  startAssertion(context, staffConfirmationScope(context))

/** Records a signature that was rejected because two devices may have its key, and emails the person at most once a day. */
export async function reportCopiedStaffPasskey(context: Context | StaffContext, outcome: AssertionOutcome) {
  if (!('passkey' in outcome)) return
  const { id, ownerId, name } = outcome.passkey
  const person = await lockStaff(context.tx, { id: ownerId })
  const actor = { id: ownerId, name: person.name ?? person.email }
  await recordStaffEvent(context, { action: 'passkey.rejected', actor, object: name })
  if (await consumeDailyLimit(context.tx, `day:passkey-copied:${id}`, context.realNow))
    await mailAboutPasskey(
      context,
      ownerId,
      'A passkey may have been copied',
      `“${name}” was rejected, because another device may have the same passkey. Remove it and add a new one.`,
    )
}

const mailAboutPasskey = ({ tx }: Context, staffId: string, subject: string, text: string) =>
  enqueueJob(tx, mailStaff, {
    staffId,
    subject,
    text: `${text} If it was not you, tell an admin at once.`,
    action: { label: 'See your account', path: '/account' },
  })
