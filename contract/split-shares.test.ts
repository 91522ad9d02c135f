import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chargeFor, priceOf } from './fees.ts'
import {
  allocateAmount,
  calculateSplitShares,
  type SplitTerms,
  splitBearers,
  splitTypes,
  validateSplitTerms,
} from './split-shares.ts'

const terms = (given: Partial<SplitTerms>): SplitTerms => ({
  type: 'percentage',
  feeBearer: 'business',
  bearerPartyId: null,
  shares: [
    { partyId: 'a', value: 3_000 },
    { partyId: 'b', value: 2_000 },
  ],
  ...given,
})
const flat = (...values: number[]) => values.map((value, index) => ({ partyId: 'abcdefgh'[index]!, value }))
/** NGN 5,000.00 by card: fee and VAT are NGN 188.13. */
const paid = { amountKobo: 500_000, chargeKobo: 18_813, isChargePaid: false }
const nets = (given: Partial<SplitTerms>, by = paid) => {
  const { merchantShare, recipients } = calculateSplitShares(terms(given), by)
  return [merchantShare, ...recipients].map(({ netKobo }) => netKobo)
}

test('a payment of NGN 5,000.00 is shared 50, 30, 20, for each fee bearer', () => {
  assert.deepEqual(nets({}), [250_000 - 18_813, 150_000, 100_000])
  assert.deepEqual(nets({ feeBearer: 'everyone' }), [250_000 - 9_406, 150_000 - 5_644, 100_000 - 3_763])
  assert.deepEqual(nets({ feeBearer: 'party', bearerPartyId: 'b' }), [250_000, 150_000, 100_000 - 18_813])
  // The payer bore the fee on top of the price: then the price is shared.
  assert.deepEqual(nets({}, { ...paid, isChargePaid: true }), [240_594, 144_356, 96_237])
})

test('fees above the share of their bearer are paid by the business, then by all others by their shares', () => {
  assert.deepEqual(
    nets({ shares: flat(10_000, 480_000), type: 'flat', feeBearer: 'party', bearerPartyId: 'a' }),
    [1_187, 0, 480_000],
  )
  assert.deepEqual(nets({ shares: flat(4_000, 6_000) }), [0, 200_000 - 7_525, 300_000 - 11_288])
})

test('fixed amounts are deducted first; fixed amounts above the payment are cut in proportion, never below zero', () => {
  const shares = flat(200_000, 100_000)
  assert.deepEqual(nets({ type: 'flat', shares }), [181_187, 200_000, 100_000])
  const small = calculateSplitShares(terms({ type: 'flat', shares }), {
    amountKobo: 20_000,
    chargeKobo: 323,
    isChargePaid: false,
  })
  assert.equal(small.isCut, true)
  assert.deepEqual(
    [small.merchantShare, ...small.recipients].map(({ grossKobo, netKobo }) => [grossKobo, netKobo]),
    [
      [0, 0],
      [13_333, 13_118],
      [6_667, 6_559],
    ],
  )
})

test('kobo that cannot be divided go to the largest remainders, and to the first of equal ones', () => {
  assert.deepEqual(allocateAmount(100, [1, 1, 1]), [34, 33, 33])
  assert.deepEqual(allocateAmount(101, [1, 1, 1]), [34, 34, 33])
  assert.deepEqual(allocateAmount(10, [3, 3, 4]), [3, 3, 4])
  assert.deepEqual(allocateAmount(0, [0, 0]), [0, 0])
})

const shares = fc
  .array(fc.integer({ min: 1, max: 4_000_000_00 }), { minLength: 1, maxLength: 8 })
  .map((values) => flat(...values))

test('for any shares they sum to the amount and their fees to the fee, none is negative, and equal payments are shared equally', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...splitTypes),
      fc.constantFrom(...splitBearers),
      shares,
      fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 50_000_000_00 })),
      fc.boolean(),
      (type, feeBearer, expected, amountKobo, isChargePaid) => {
        const sum = expected.reduce((total, { value }) => total + value, 0)
        const values =
          type === 'flat'
            ? expected
            : expected.map((each) => ({ ...each, value: Math.ceil((each.value / sum) * 9_990) }))
        const given = terms({ type, feeBearer, bearerPartyId: 'a', shares: values })
        const { feeKobo, vatKobo } = chargeFor(priceOf('card'), amountKobo)
        const division = calculateSplitShares(given, { amountKobo, chargeKobo: feeKobo + vatKobo, isChargePaid })
        const all = [division.merchantShare, ...division.recipients]
        const total = (of: 'grossKobo' | 'chargeKobo' | 'netKobo') => all.reduce((kobo, each) => kobo + each[of], 0)
        assert.deepEqual([total('grossKobo'), total('chargeKobo')], [amountKobo, feeKobo + vatKobo])
        for (const { grossKobo, chargeKobo, netKobo } of all)
          assert.ok(grossKobo >= 0 && chargeKobo >= 0 && netKobo >= 0 && grossKobo - chargeKobo === netKobo)
        if (type === 'percentage')
          for (const [index, { value }] of values.entries()) {
            const base = isChargePaid ? amountKobo - feeKobo - vatKobo : amountKobo
            assert.ok(Math.abs(division.recipients[index]!.grossKobo - (base * value) / 10_000) < 1)
          }
        assert.deepEqual(
          calculateSplitShares(given, { amountKobo, chargeKobo: feeKobo + vatKobo, isChargePaid }),
          division,
        )
      },
    ),
    { seed: 1, numRuns: 2_000 },
  )
})

test('an amount refunded in any parts deducts exactly the share of each', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 900_000 }), { minLength: 2, maxLength: 6 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      (gross, pieces) => {
        const left = [...gross]
        const remainingTotal = () => left.reduce((sum, kobo) => sum + kobo, 0)
        for (const piece of [...pieces, 1]) {
          const parts = allocateAmount(Math.floor(remainingTotal() * piece), left)
          for (const [index, part] of parts.entries()) {
            left[index] = left[index]! - part
            assert.ok(part >= 0 && left[index]! >= 0)
          }
        }
        assert.ok(left.every((kobo) => kobo === 0))
      },
    ),
    { seed: 1 },
  )
})

test('an error says why shares do not fit', () => {
  assert.equal(validateSplitTerms(terms({})), undefined)
  assert.equal(validateSplitTerms(terms({ shares: flat(4_000, 6_000) })), undefined)
  assert.equal(validateSplitTerms(terms({ shares: flat(5_000, 5_050) })), 'The shares come to 100.5%: take 0.5% off')
  assert.equal(validateSplitTerms(terms({ shares: [] })), 'Add a recipient')
  assert.match(validateSplitTerms(terms({ type: 'flat', shares: flat(9_999) })) ?? '', /at least NGN/)
  assert.match(validateSplitTerms(terms({ feeBearer: 'party', bearerPartyId: 'z' })) ?? '', /recipient that bears/)
  assert.match(validateSplitTerms(terms({ shares: [...flat(10), ...flat(10)] })) ?? '', /once/)
})
