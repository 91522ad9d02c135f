import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { clearAttempts, consumeAttempt } from '../auth/attempts.ts'
import {
  createRecoveryCodes,
  findCodeStep,
  formatRecoveryCode,
  hashRecoveryCode,
  newSecret,
  normalizeCode,
} from '../auth/second-factor.ts'
import { deletePasskeys } from '../passkeys/passkeys.ts'
import { staff, staffRecoveryCodes } from './tables.ts'

type Given = Pick<Context, 'tx' | 'now' | 'vault'>
type Write = <T>(callback: (context: Context) => Promise<T>) => Promise<T>

const codesIn15Minutes = 5

/** Kind of a right code. */
export type ProvenCode = 'app' | 'recovery'

/**
 * Checks a code of this person: six digits of the app or, if one is set up, a recovery code. A right code is used up.
 * @throws 429 too_many_attempts after five wrong codes in 15 minutes
 */
export async function proveStaffCode(write: Write, staffId: string, code: string): Promise<ProvenCode | undefined> {
  const limit = { key: `staff-code:${staffId}`, max: codesIn15Minutes }
  return write(async (context) => {
    await consumeAttempt(context.tx, [limit], context.now)
    const proven = await useCode(context, staffId, normalizeCode(code))
    if (proven) await clearAttempts(context.tx, limit.key)
    return proven
  })
}

async function useCode({ tx, now, vault }: Given, staffId: string, code: string): Promise<ProvenCode | undefined> {
  const [person] = await tx.select().from(staff).where(eq(staff.id, staffId)).for('update')
  if (!person) return undefined
  if (/^\d{6}$/.test(code)) {
    const step = findCodeStep(vault, person, code, now)
    if (step === undefined) return undefined
    await tx.update(staff).set({ totpStep: step }).where(eq(staff.id, staffId))
    return 'app'
  }
  if (!person.totpEnabledAt) return undefined
  const used = await tx
    .update(staffRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffRecoveryCodes.staffId, staffId),
        eq(staffRecoveryCodes.hash, hashRecoveryCode(vault, staffId, code)),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .returning({ hash: staffRecoveryCodes.hash })
  return used.length > 0 ? 'recovery' : undefined
}

/** Stores a new secret, which is not in use until its first right code; undefined if the second factor is set up already. */
export async function startEnrolment(
  { tx, vault, config }: Context,
  { id, email }: { id: string; email: string },
): Promise<{ otpauthUrl: string; secret: string } | undefined> {
  const { sealed, ...shown } = newSecret(vault, id, { issuer: `${config.brand.name} back office`, email })
  const stored = await tx
    .update(staff)
    .set({ totpSecret: sealed, totpStep: null })
    .where(and(eq(staff.id, id), isNull(staff.totpEnabledAt)))
    .returning({ id: staff.id })
  return stored.length > 0 ? shown : undefined
}

/** Ends the enrolment after its first right code. Returns the recovery codes; undefined if another request was first. */
export async function finishEnrolment({ tx, vault, now }: Given, staffId: string): Promise<string[] | undefined> {
  const enabled = await tx
    .update(staff)
    .set({ totpEnabledAt: now })
    .where(and(eq(staff.id, staffId), isNull(staff.totpEnabledAt), isNotNull(staff.totpStep)))
    .returning({ id: staff.id })
  if (enabled.length === 0) return undefined
  const codes = createRecoveryCodes()
  await deleteRecoveryCodes(tx, staffId)
  await tx
    .insert(staffRecoveryCodes)
    .values(codes.map((code) => ({ staffId, hash: hashRecoveryCode(vault, staffId, code) })))
  return codes.map(formatRecoveryCode)
}

/** Removes the second factor with its passkeys and recovery codes: the next sign-in sets up a new one. False if there was none. */
export async function removeSecondFactor(tx: Tx, staffId: string): Promise<boolean> {
  const removed = await tx
    .update(staff)
    .set({ totpSecret: null, totpEnabledAt: null, totpStep: null })
    .where(and(eq(staff.id, staffId), isNotNull(staff.totpSecret)))
    .returning({ id: staff.id })
  await deleteRecoveryCodes(tx, staffId)
  const passkeys = await deletePasskeys(tx, { kind: 'staff', id: staffId })
  return removed.length + passkeys > 0
}

const deleteRecoveryCodes = (tx: Tx, staffId: string) =>
  tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId))
