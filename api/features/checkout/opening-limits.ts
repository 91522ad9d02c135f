import type { HostedChannel } from '@adire/contract/channels/channels.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { maxAttempts } from '../../connectors/transaction-references.ts'
import type { Context } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import { Problem } from '../../http/problem.ts'
import { areLimitsOn, recordAttemptAtCommit, tooManyAttempts } from '../auth/attempts.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { scopeWindowMs } from './card-thresholds.ts'
import { countAttemptsUpTo } from './count-attempts.ts'

/** Requests from one network in ten minutes. Normal: one or two for each payment that is started there (`start-limits.ts`). */
const openingsOfNetwork = 1_200
/** Longer than a payment can be paid. */
const lifetimeMs = dayMs

/**
 * Counts a request to a live processor for a card page, an account number or a code. All payers share the requests that a processor
 * accepts, and it has a fixed number of references for each way to pay a payment. The payment is locked.
 * @throws 429 too_many_attempts
 */
export async function requireOpenings(context: Context, { id }: PaymentRecord, channel: HostedChannel): Promise<void> {
  const { tx, mode, realNow, origin } = context
  if (mode !== 'LIVE' || !areLimitsOn(context)) return
  const ofPayment = { key: `day:opened:${id}/${channel}`, max: maxAttempts }
  const ofNetwork = { key: `opened:address:${toNetwork(origin.ip)}`, max: openingsOfNetwork }
  const [byPayment, byNetwork] = await countAttemptsUpTo(context, [
    [ofPayment.key, ofPayment.max, lifetimeMs],
    [ofNetwork.key, ofNetwork.max, scopeWindowMs],
  ])
  if (byPayment! >= ofPayment.max) throw openedTooOften()
  if (byNetwork! >= ofNetwork.max) throw tooManyAttempts(scopeWindowMs)
  await recordAttemptAtCommit(tx, [ofPayment, ofNetwork], realNow)
}

const openedTooOften = () =>
  new Problem(
    429,
    'too_many_attempts',
    'You have chosen this way to pay too often. Nothing was charged. Pay another way, or open the page of the business again.',
  )
