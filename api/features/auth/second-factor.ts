import { and, eq, isNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { Vault } from '../../files/vault.ts'
import { randomText } from '../../random-text.ts'
import { countPasskeys } from '../passkeys/passkeys.ts'
import { clearAttempts, consumeAttempt } from './attempts.ts'
import { recoveryCodeUsed } from './events.ts'
import { recoveryCodes, users } from './tables.ts'

const maxCodeAttempts = 5
const periodSeconds = 30
/** The previous and the next code are accepted too, because clocks differ. */
const stepsAround = 1
const codesAtOnce = 10

type Given = Pick<Context, 'tx' | 'now' | 'vault'>
type Write = <T>(callback: (context: Given) => Promise<T>) => Promise<T>

/**
 * Checks a code of this user: six digits of the app, or a recovery code. During the `setup` of the app only its digits. A right
 * code is used up. Attempts are counted per user, not per network.
 * @throws 429 too_many_attempts after five wrong codes in 15 minutes
 */
export function proveCode(write: Write, userId: string, code: string, use: 'setup' | 'sign-in' = 'sign-in') {
  return write(async (context) => {
    const limit = { key: `code:${userId}`, max: maxCodeAttempts }
    await consumeAttempt(context.tx, [limit], context.now)
    const isRight = await useCode(context, userId, normalizeCode(code), use)
    if (isRight) await clearAttempts(context.tx, limit.key)
    return isRight
  })
}

export const normalizeCode = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

function useCode(context: Given, userId: string, code: string, use: 'setup' | 'sign-in') {
  if (/^\d{6}$/.test(code)) return useAppCode(context, userId, code, use)
  return use === 'sign-in' && useRecoveryCode(context, userId, code)
}

/** Checks an app code. Neither the last accepted code nor an older one is accepted again. An app counts once its setup is finished. */
async function useAppCode({ tx, now, vault }: Given, userId: string, token: string, use: 'setup' | 'sign-in') {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (use === 'sign-in' && !user?.totpEnabledAt) return false
  const step = user && findCodeStep(vault, user, token, now)
  if (step === undefined) return false
  await tx.update(users).set({ totpStep: step }).where(eq(users.id, userId))
  return true
}

interface AppSecret {
  id: string
  totpSecret: string | null
  totpStep: number | null
}

/** The 30-second step of a right app code; undefined for a wrong one, and for the last accepted one or an older one. */
export function findCodeStep(
  vault: Vault,
  { id, totpSecret, totpStep }: AppSecret,
  token: string,
  now: Date,
): number | undefined {
  if (!totpSecret) return undefined
  const totp = createTotp(openSecret(vault, id, totpSecret))
  const delta = totp.validate({ token, timestamp: now.getTime(), window: stepsAround })
  if (delta === null) return undefined
  const step = totp.counter({ timestamp: now.getTime() }) + delta
  return totpStep !== null && step <= totpStep ? undefined : step
}

async function useRecoveryCode({ tx, now, vault }: Given, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, hashRecoveryCode(vault, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning()
  if (used.length === 0) return false
  for (const handle of recoveryCodeUsed.get()) await handle(tx, userId, now)
  return true
}

const createTotp = (secret: Secret, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds })

const owner = (userId: string) => `totp:${userId}`
const openSecret = (vault: Vault, userId: string, sealed: string) =>
  Secret.fromBase32(vault.open(sealed, owner(userId)))

/** A new secret for an authenticator app: as a URL to scan, as text to type, and sealed for storage. */
export function newSecret(vault: Vault, userId: string, { issuer, email }: { issuer: string; email: string }) {
  const secret = new Secret({ size: 20 })
  const otpauthUrl = createTotp(secret, issuer, email).toString()
  return { otpauthUrl, secret: secret.base32, sealed: vault.seal(secret.base32, owner(userId)) }
}

// No letters and digits that look alike, because people write these codes down by hand.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const newCode = () => randomText(10, alphabet)

// A recovery code is short: a plain hash could be brute-forced, so this one needs the vault's key.
export const hashRecoveryCode = (vault: Vault, userId: string, code: string) =>
  vault.fingerprint(`recovery:${userId}:${code}`)

/** Recovery codes with the first second factor of a user; none if there are codes already. The caller has locked the user. */
export async function issueRecoveryCodes(context: Given, userId: string): Promise<string[]> {
  const existing = await context.tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
  return existing > 0 ? [] : replaceRecoveryCodes(context, userId)
}

/** Whether sign-in needs more than the password: an authenticator app or a passkey. */
export async function hasSecondFactor(tx: Tx, user: { id: string; totpEnabledAt: Date | null }): Promise<boolean> {
  return user.totpEnabledAt !== null || (await countPasskeys(tx, { kind: 'user', id: user.id })) > 0
}

/** Deletes the recovery codes of a user without a second factor: they would open nothing. The caller has locked the user. */
export async function dropIdleRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (user && !(await hasSecondFactor(tx, user))) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Ten new recovery codes, which replace the old ones. They are shown once and stored as hashes. */
export async function replaceRecoveryCodes({ tx, vault }: Given, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashRecoveryCode(vault, userId, code) })))
  return codes.map(formatRecoveryCode)
}

export const createRecoveryCodes = () => Array.from({ length: codesAtOnce }, newCode)

/** A recovery code as people read it: `abcde-fghij`. */
export const formatRecoveryCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`
