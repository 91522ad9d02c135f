import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { enableTwoFactor } from '@adire/contract/users.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { UnitOfWork, UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import {
  dropIdleRecoveryCodes,
  hasSecondFactor,
  issueRecoveryCodes,
  newSecret,
  proveCode,
  replaceRecoveryCodes,
} from '../auth/second-factor.ts'
import { users } from '../auth/tables.ts'
import { wrongCode } from './confirm.ts'
import { notifyOfSecurityEvent } from './jobs.ts'

const isOnAlready = () => problem.conflict('two_factor_on', 'Two-factor authentication is already on')
const isOff = () => problem.conflict('two_factor_off', 'Two-factor authentication is not on')

/** Creates a secret, which is not in use until its first right code. Replaces one whose setup was not finished. */
export async function startTwoFactorHandler(context: UserContext) {
  const { tx, user, vault, config } = context
  await requireConfirmation(context)
  const { sealed, ...response } = newSecret(vault, user.id, { issuer: config.brand.name, email: user.email })
  const begun = await tx
    .update(users)
    .set({ totpSecret: sealed, totpStep: null })
    .where(and(eq(users.id, user.id), isNull(users.totpEnabledAt)))
    .returning({ id: users.id })
  if (begun.length === 0) throw isOnAlready()
  return response
}

export async function enableTwoFactorHandler(
  unitOfWork: UnitOfWork<UserContext>,
  { code }: ParsedInput<typeof enableTwoFactor>,
) {
  const userId = await unitOfWork.write(async ({ tx, user }) => {
    const [found] = await tx.select().from(users).where(eq(users.id, user.id))
    if (found!.totpEnabledAt) throw isOnAlready()
    if (!found!.totpSecret)
      throw problem.conflict('two_factor_not_started', 'Start setting up two-factor authentication again')
    return user.id
  })
  if (!(await proveCode(unitOfWork.write, userId, code, 'setup'))) throw wrongCode()
  return unitOfWork.write(async (context) => {
    await switchTwoFactor(context, 'on')
    await recordAuditEvent(context, { action: 'two_factor.enabled' })
    await notifyOfSecurityEvent(context, userId, 'two_factor_enabled')
    return { recoveryCodes: await issueRecoveryCodes(context, userId) }
  })
}

// `totpStep` belongs to the secret whose code was right; a setup that was started since has none.
const provedAndOff = and(isNull(users.totpEnabledAt), isNotNull(users.totpStep))

/**
 * Turns two-factor authentication on or off.
 * @throws 409 two_factor_on or two_factor_off if another request did so first
 */
async function switchTwoFactor({ tx, user, now }: UserContext, to: 'on' | 'off') {
  const turned = await tx
    .update(users)
    .set(to === 'on' ? { totpEnabledAt: now } : { totpEnabledAt: null, totpSecret: null, totpStep: null })
    .where(and(eq(users.id, user.id), to === 'on' ? provedAndOff : isNotNull(users.totpEnabledAt)))
    .returning({ id: users.id })
  if (turned.length === 0) throw to === 'on' ? isOnAlready() : isOff()
}

export async function disableTwoFactorHandler(context: UserContext) {
  await requireConfirmation(context)
  await switchTwoFactor(context, 'off')
  await dropIdleRecoveryCodes(context.tx, context.user.id)
  await recordAuditEvent(context, { action: 'two_factor.disabled' })
  await notifyOfSecurityEvent(context, context.user.id, 'two_factor_disabled')
}

export async function renewRecoveryCodesHandler(context: UserContext) {
  await requireConfirmation(context)
  if (!(await isOn(context))) throw isOff()
  await recordAuditEvent(context, { action: 'recovery_codes.renewed' })
  await notifyOfSecurityEvent(context, context.user.id, 'recovery_codes_renewed')
  return { recoveryCodes: await replaceRecoveryCodes(context, context.user.id) }
}

async function isOn({ tx, user }: UserContext) {
  const [found] = await tx.select().from(users).where(eq(users.id, user.id)).for('update')
  return found !== undefined && hasSecondFactor(tx, found)
}
