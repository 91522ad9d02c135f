/** Percentages of what is paid, in hundredths of a percent; or fixed amounts, in kobo. */
export const splitTypes = ['percentage', 'flat'] as const
export type SplitType = (typeof splitTypes)[number]

/** Who pays our fee and the VAT on it: the business, everyone by their share, or one party. */
export const splitBearers = ['business', 'everyone', 'party'] as const
export type SplitBearer = (typeof splitBearers)[number]

/** How a payment is shared: the parties and what each gets, in their order. What is left is the business's own. */
export interface SplitTerms {
  type: SplitType
  feeBearer: SplitBearer
  /** The party that bears the fee, where one does. */
  bearerPartyId: string | null
  shares: { partyId: string; value: number }[]
}

/** So many parties one payment is shared between, besides the business. */
export const maxRecipients = 20
export const fullShareBps = 10_000
/** The least a party gets of a payment, as a fixed amount. */
export const leastFlatKobo = 100_00

/**
 * An amount in parts in the proportion of the weights, to the kobo: each gets its part rounded down, and what is left over goes, a
 * kobo each, to those whose part was cut most (the largest remainders), to the first of them where they are alike. No part is above
 * its weight while the amount is not above the weights' sum. Weights that come to nothing get nothing.
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

/** One part of a payment: what it is before the fee, what of fee and VAT it bears, and what is left of it. */
export interface ShareAmounts {
  grossKobo: number
  chargeKobo: number
  netKobo: number
}

export interface SplitDivision {
  /** The business's own. */
  merchantShare: ShareAmounts
  /** In the order of the terms. */
  recipients: (ShareAmounts & { recipientId: string })[]
  /** Whether fixed amounts came to more than was paid, so that each party gets less than it should. */
  isCut: boolean
}

interface Paid {
  amountKobo: number
  /** Our fee and the VAT on it. */
  chargeKobo: number
  /** The payer bore the fee on top of the price: then the price is shared, and none of the parties bears anything. */
  isChargePaid: boolean
}

/**
 * What everyone gets of a payment. All gross shares sum to the amount, all charges to the charge, and nothing is below zero.
 *
 * Fixed amounts that come to more than there is are all cut in proportion, and the business gets nothing. Where who bears the fee
 * has too small a share for it, the business pays the rest, and where that is too little, all others in proportion.
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
  const charges = isChargePaid ? gross.map(() => 0) : bear(chargeKobo, gross, listFeeBearers(terms))
  const shares = gross.map((grossKobo, index) => toShareAmounts(grossKobo, charges[index]!))
  // What the payer added for the fee comes in with the business's own share, and leaves with it.
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

/** Whose shares the fee is taken of, one group after the other; 0 is the business. */
function listFeeBearers({ feeBearer, bearerPartyId, shares }: SplitTerms): number[][] {
  const everyone = [0, ...shares.map((_, shareIndex) => shareIndex + 1)]
  if (feeBearer === 'everyone') return [everyone]
  const bearer = shares.findIndex(({ partyId }) => partyId === bearerPartyId) + 1
  const first = feeBearer === 'party' && bearer > 0 ? [[bearer], [0]] : [[0]]
  return [...first, everyone.filter((shareIndex) => !first.flat().includes(shareIndex))]
}

function bear(chargeKobo: number, gross: readonly number[], groups: readonly number[][]): number[] {
  const borne = gross.map(() => 0)
  let left = chargeKobo
  for (const group of groups) {
    const weights = group.map((shareIndex) => gross[shareIndex]!)
    const most = weights.reduce((total, kobo) => total + kobo, 0)
    const parts = allocateAmount(Math.min(left, most), weights)
    for (const [index, shareIndex] of group.entries()) borne[shareIndex] = parts[index]!
    left -= Math.min(left, most)
  }
  return borne
}

/** What is wrong with shares, as a sentence; undefined where nothing is. Percentages leave the rest to the business, or nothing. */
export function validateSplitTerms({ type, shares, feeBearer, bearerPartyId }: SplitTerms): string | undefined {
  if (shares.length === 0) return 'Add a party'
  if (new Set(shares.map(({ partyId }) => partyId)).size < shares.length) return 'Each party can be in it once'
  const least = type === 'percentage' ? 1 : leastFlatKobo
  if (shares.some(({ value }) => value < least))
    return type === 'percentage' ? 'Each share is more than 0 %' : 'Each share is at least NGN\u00a0100.00'
  const sum = shares.reduce((total, { value }) => total + value, 0)
  if (type === 'percentage' && sum > fullShareBps)
    return `The shares come to ${sum / 100} %: take ${(sum - fullShareBps) / 100} % off`
  const isBearerIn = shares.some(({ partyId }) => partyId === bearerPartyId)
  return feeBearer === 'party' && !isBearerIn ? 'Choose which party bears the fee' : undefined
}
