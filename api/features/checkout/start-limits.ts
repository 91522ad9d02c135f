import type { Context } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import { areLimitsOn, recordAttemptAtCommit, tooManyAttempts } from '../auth/attempts.ts'
import type { LimitedPayer } from './card-limit-keys.ts'
import { scopeWindowMs } from './card-thresholds.ts'
import { countAttemptsUpTo } from './count-attempts.ts'

/**
 * Limits of payment starts in ten minutes. Normal: up to one start per second from one IP address, a few by one payer. An email proves
 * nothing about who typed it, so a payer is counted by email and network: otherwise a stranger could use up the starts of a known email.
 */
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
  const network = toNetwork(origin.ip)
  const payer = vault.fingerprint(`${page}/${payment.customerEmail}/${network}`)
  const ofPayer = { key: `start:${payer}`, most: startsOfPayer }
  const ofAddress = { key: `start:address:${network}`, most: startsOfAddress }
  const [byPayer, byAddress] = await countAttemptsUpTo(context, [
    [ofPayer.key, ofPayer.most, scopeWindowMs],
    [ofAddress.key, ofAddress.most, scopeWindowMs],
  ])
  if (byPayer! >= ofPayer.most || byAddress! >= ofAddress.most) throw tooManyAttempts(scopeWindowMs)
  await recordAttemptAtCommit(tx, [ofPayer, ofAddress], realNow)
}
