/** Types of split: percentages in hundredths of a percent, or fixed amounts in kobo. */
export const splitTypes = ['percentage', 'flat'] as const
export type SplitType = (typeof splitTypes)[number]

/** Bearer of the fee and its VAT: the merchant, everyone in proportion to their share, or one recipient. */
export const splitBearers = ['business', 'everyone', 'party'] as const
export type SplitBearer = (typeof splitBearers)[number]

/** Terms of a split: recipients and their shares, in order. The rest belongs to the merchant. */
export interface SplitTerms {
  type: SplitType
  feeBearer: SplitBearer
  /** Recipient that bears the fee, with `feeBearer` `party`. Null otherwise. */
  bearerPartyId: string | null
  shares: { partyId: string; value: number }[]
}

/** Maximum recipients of one split, besides the merchant. */
export const maxRecipients = 20
export const fullShareBps = 10_000
/** Minimum fixed share of a recipient. */
const leastFlatKobo = 100_00

/**
 * Splits an amount in proportion to the weights, to the kobo: each part is rounded down, and the remaining kobo go
 * one each to the parts that lost most by rounding (largest remainder method), in order when equal. No part exceeds
 * its weight while the amount does not exceed the sum of the weights. If all weights are 0, every part is 0.
 */
export function allocateAmount(amountKobo: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(amountKobo) * BigInt(weight))
  const parts = exact.map((part) => part / sum)
  const left = Number(BigInt(amountKobo) - parts.reduce((total, part) => total + part, 0n))
  const first = exact
    .map((part, index) => ({ rest: part % sum, index }))
    .sort((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1))
    .slice(0, left)
  for (const { index } of first) parts[index] = parts[index]! + 1n
  return parts.map(Number)
}

/** What is left of a share of a payment after refunds and disputes, and what its owner has now, in kobo. */
export interface ShareLeft {
  isBusiness: boolean
  leftKobo: number
  balanceKobo: number
}

/**
 * Parts of a refund in kobo. Each share gives in proportion to what is left of it; the business also gives what the balance of a recipient
 * does not cover. Without shares the business gives everything.
 */
export function divideRefund(
  amountKobo: number,
  shares: readonly ShareLeft[],
): { businessKobo: number; recipientsKobo: number } {
  const parts = allocateAmount(
    amountKobo,
    shares.map(({ leftKobo }) => leftKobo),
  )
  const given = shares.map(({ isBusiness, balanceKobo }, index) =>
    isBusiness ? 0 : Math.min(parts[index]!, balanceKobo),
  )
  const recipientsKobo = given.reduce((sum, kobo) => sum + kobo, 0)
  return { businessKobo: amountKobo - recipientsKobo, recipientsKobo }
}

/** Share of a payment: before the fee, its part of fee and VAT, and the net amount. */
export interface ShareAmounts {
  grossKobo: number
  chargeKobo: number
  netKobo: number
}

export interface SplitDivision {
  /** Share of the merchant. */
  merchantShare: ShareAmounts
  /** Shares of the recipients, in the order of the terms. */
  recipients: (ShareAmounts & { recipientId: string })[]
  /** Whether the fixed amounts exceed the payment, so that every recipient gets less than agreed. */
  isCut: boolean
}

interface Paid {
  amountKobo: number
  /** Fee and VAT. */
  chargeKobo: number
  /** Whether the payer bore the fee on top of the price. Then the price is shared, and no recipient bears any fee. */
  isChargePaid: boolean
}

/**
 * Shares of a payment. Gross shares sum to the amount, charges sum to the charge, and nothing is negative.
 *
 * Fixed amounts that exceed the price are reduced in proportion, and the merchant gets nothing. When the share of the
 * fee bearer is smaller than the fee, the merchant pays the rest; when that is not enough either, all others in
 * proportion.
 */
export function calculateSplitShares(terms: SplitTerms, { amountKobo, chargeKobo, isChargePaid }: Paid): SplitDivision {
  const base = isChargePaid ? amountKobo - chargeKobo : amountKobo
  const values = terms.shares.map(({ value }) => value)
  const totalValue = values.reduce((total, value) => total + value, 0)
  const isCut = terms.type === 'flat' && totalValue > base
  const totalWeight = terms.type === 'percentage' ? fullShareBps : Math.max(base, totalValue)
  const [merchantKobo, ...recipientsKobo] = allocateAmount(base, [totalWeight - totalValue, ...values]) as [
    number,
    ...number[],
  ]
  const gross = [merchantKobo, ...recipientsKobo]
  const charges = isChargePaid ? gross.map(() => 0) : bearCharge(chargeKobo, gross, listFeeBearers(terms))
  const shares = gross.map((grossKobo, index) => toShareAmounts(grossKobo, charges[index]!))
  // The fee added by the payer is received with the merchant's share and deducted from it.
  const first = isChargePaid ? toShareAmounts(merchantKobo + chargeKobo, chargeKobo) : shares[0]!
  return {
    merchantShare: first,
    recipients: terms.shares.map(({ partyId: recipientId }, index) => ({ recipientId, ...shares[index + 1]! })),
    isCut,
  }
}

const toShareAmounts = (grossKobo: number, chargeKobo: number): ShareAmounts => ({
  grossKobo,
  chargeKobo,
  netKobo: grossKobo - chargeKobo,
})

/** Groups of shares that bear the fee, one group after the other; 0 is the merchant. */
function listFeeBearers({ feeBearer, bearerPartyId, shares }: SplitTerms): number[][] {
  const everyone = [0, ...shares.map((_, shareIndex) => shareIndex + 1)]
  if (feeBearer === 'everyone') return [everyone]
  const bearer = shares.findIndex(({ partyId }) => partyId === bearerPartyId) + 1
  const first = feeBearer === 'party' && bearer > 0 ? [[bearer], [0]] : [[0]]
  return [...first, everyone.filter((shareIndex) => !first.flat().includes(shareIndex))]
}

function bearCharge(chargeKobo: number, gross: readonly number[], groups: readonly number[][]): number[] {
  const borne = gross.map(() => 0)
  let left = chargeKobo
  for (const group of groups) {
    const weights = group.map((shareIndex) => gross[shareIndex]!)
    const groupKobo = weights.reduce((total, kobo) => total + kobo, 0)
    const parts = allocateAmount(Math.min(left, groupKobo), weights)
    for (const [index, shareIndex] of group.entries()) borne[shareIndex] = parts[index]!
    left -= Math.min(left, groupKobo)
  }
  return borne
}

/**
 * Error message for split terms; undefined when they are valid. Percentages may sum to 100 % or less; the rest
 * belongs to the merchant.
 */
export function validateSplitTerms({ type, shares, feeBearer, bearerPartyId }: SplitTerms): string | undefined {
  if (shares.length === 0) return 'Add a recipient'
  if (new Set(shares.map(({ partyId }) => partyId)).size < shares.length) return 'Each recipient can be in it once'
  const least = type === 'percentage' ? 1 : leastFlatKobo
  if (shares.some(({ value }) => value < least))
    return type === 'percentage' ? 'Each share is more than 0%' : 'Each share is at least NGN\u00a0100.00'
  const sum = shares.reduce((total, { value }) => total + value, 0)
  if (type === 'percentage' && sum > fullShareBps)
    return `The shares come to ${sum / 100}%: take ${(sum - fullShareBps) / 100}% off`
  const isBearerIn = shares.some(({ partyId }) => partyId === bearerPartyId)
  return feeBearer === 'party' && !isBearerIn ? 'Choose the recipient that bears the fee' : undefined
}
