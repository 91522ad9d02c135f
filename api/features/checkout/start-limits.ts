import type { Context } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import { areLimitsOn, recordAttemptAtCommit, tooManyAttempts } from '../auth/attempts.ts'
import { type LimitedPayer, networkKey, paidCardKey } from './card-limit-keys.ts'
import { countedSuccesses, scopeWindowMs } from './card-thresholds.ts'
import { countAttemptsUpTo } from './count-attempts.ts'

/**
 * Limits of payment starts in ten minutes. Normal: up to one start per second from one IP address, a few by one payer. An email proves
 * nothing about who typed it, so a payer is counted by email and network: otherwise a stranger could use up the starts of a known email.
 * A mobile network has thousands of payers behind one address, and they pay: each paid card allows more starts.
 */
const startsOfAddress = 600
const startsPerPaidCard = 10
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
  const ofPayer = { key: `start:${payer}`, max: startsOfPayer }
  const address = networkKey(context)
  const ofAddress = { key: `start:${address}`, max: startsOfAddress }
  const [byPayer, byAddress] = await countAttemptsUpTo(context, [
    [ofPayer.key, ofPayer.max, scopeWindowMs],
    [ofAddress.key, ofAddress.max, scopeWindowMs],
  ])
  const isPayerOver = byPayer! >= ofPayer.max
  if (isPayerOver || (byAddress! >= ofAddress.max && (await areStartsUnpaid(context, address))))
    throw tooManyAttempts(scopeWindowMs)
  await recordAttemptAtCommit(tx, [ofPayer, ofAddress], realNow)
}

/** Whether more payments were started from a network than the cards that were paid there explain. */
async function areStartsUnpaid(context: Context, address: string): Promise<boolean> {
  const maxStarts = startsOfAddress + startsPerPaidCard * countedSuccesses
  const [starts, paid] = await countAttemptsUpTo(context, [
    [`start:${address}`, maxStarts, scopeWindowMs],
    [paidCardKey(address), countedSuccesses, scopeWindowMs],
  ])
  return starts! >= startsOfAddress + startsPerPaidCard * paid!
}
