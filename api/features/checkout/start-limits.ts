import type { Context } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import { areLimitsOn, recordAttemptAtCommit, tooManyAttempts } from '../auth/attempts.ts'
import type { LimitedPayer } from './card-limit-keys.ts'
import { hourMs, scopeWindowMs } from './card-thresholds.ts'
import { countAttemptsUpTo } from './count-attempts.ts'

/** Limits of payment starts. Normal: up to one start per second from one IP address, a few per hour by one payer. */
const startsOfAddress = 600
const startsOfPayer = 30

/**
 * Counts a payment started in the payer's browser.
 * @throws 429 too_many_attempts
 */
export async function requireStarts(context: Context, payment: Omit<LimitedPayer, 'id'>): Promise<void> {
  const { tx, realNow, origin, vault } = context
  if (!areLimitsOn(context) || origin.ip === null) return
  const page = payment.paymentLinkId ?? payment.invoiceId ?? payment.chargeId
  const ofPayer = { key: `start:${vault.fingerprint(`${page}/${payment.customerEmail}`)}`, most: startsOfPayer }
  const ofAddress = { key: `start:address:${toNetwork(origin.ip)}`, most: startsOfAddress }
  const [byPayer, byAddress] = await countAttemptsUpTo(context, [
    [ofPayer.key, ofPayer.most, hourMs],
    [ofAddress.key, ofAddress.most, scopeWindowMs],
  ])
  if (byPayer! >= ofPayer.most) throw tooManyAttempts(hourMs)
  if (byAddress! >= ofAddress.most) throw tooManyAttempts(scopeWindowMs)
  await recordAttemptAtCommit(tx, [ofPayer, ofAddress], realNow)
}
