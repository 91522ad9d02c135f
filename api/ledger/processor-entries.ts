import type { Mode } from '@adire/contract/call.ts'
import { platformAccount, platformMerchantId } from './accounts.ts'
import { type LedgerEntry, type LedgerPosting, withoutZeroPostings } from './entries.ts'

/**
 * What some records of a processor add to the ledger, in kobo: `feesKobo` is what it keeps, and `transferredKobo` is what it transferred
 * from the money that it holds, to merchants or to the platform's bank. Negative where less was taken than recorded before.
 */
interface Recorded {
  /** Id of the import; it makes the reference unique. */
  id: string
  processor: string
  feesKobo: number
  transferredKobo: number
}

/**
 * Entry for the records of a processor: it has less to transfer to the platform. Undefined if nothing moved.
 * A payout from the processor's balance has no other entry there: `payoutPaid` takes it from `bank`.
 */
export function processorRecorded(mode: Mode, recorded: Recorded, at: Date): LedgerEntry | undefined {
  const { id, processor, feesKobo, transferredKobo } = recorded
  const clearing = platformAccount(mode, 'processor_clearing')
  const postings = withoutZeroPostings([
    toPosting(platformAccount(mode, 'processor_fees'), clearing, feesKobo),
    toPosting(platformAccount(mode, 'bank'), clearing, transferredKobo),
  ])
  if (postings.length === 0) return undefined
  return {
    reference: `processor:${id}`,
    merchantId: platformMerchantId,
    description: `Records of ${processor}`,
    at,
    postings,
  }
}

const toPosting = (
  source: LedgerPosting['source'],
  target: LedgerPosting['target'],
  amountKobo: number,
): LedgerPosting =>
  amountKobo < 0 ? { source: target, target: source, amountKobo: -amountKobo } : { source, target, amountKobo }
