import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getUser, updateUser } from '@adire/contract/users.ts'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { recoveryCodes, users } from '../auth/tables.ts'
import { countPasskeys } from '../passkeys/passkeys.ts'

export async function getUserHandler({ tx, user }: UserContext, { id }: ParsedInput<typeof getUser>) {
  if (id !== user.id) throw problem.notFound('user')
  const [found] = await tx.select().from(users).where(eq(users.id, id))
  if (!found) throw problem.notFound('user')
  const { email, firstName, lastName, phone, totpEnabledAt } = found
  const [codes] = await tx
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, id), isNull(recoveryCodes.usedAt)))
  return {
    id,
    email,
    firstName,
    lastName,
    phone,
    twoFactor: totpEnabledAt !== null,
    passkeys: await countPasskeys(tx, { kind: 'user', id }),
    recoveryCodesLeft: codes!.left,
  }
}

export async function updateUserHandler(context: UserContext, { id, ...profile }: ParsedInput<typeof updateUser>) {
  const { tx, user } = context
  if (id !== user.id) throw problem.notFound('user')
  const [before] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  const changes = changesBetween({ ...before }, profile)
  if (changes) {
    await tx.update(users).set(changes.after).where(eq(users.id, id))
    await recordAuditEvent(context, { action: 'user.updated', ...changes })
  }
  return getUserHandler(context, { id })
}
