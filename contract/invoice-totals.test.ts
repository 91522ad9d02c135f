import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatQuantity, type InvoicePricing, invoiceTotals, lineKobo } from './invoice-totals.ts'

const line = fc.record({
  description: fc.constant('Cloth'),
  quantity: fc.integer({ min: 1, max: 1_000_000 }).map((hundredths) => hundredths / 100),
  unitPriceKobo: fc.integer({ min: 0, max: 5_000_000_000 }),
})
const discount = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant('amount' as const), amountKobo: fc.integer({ min: 0, max: 5_000_000_000 }) }),
  fc.record({ kind: fc.constant('percent' as const), basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
)
const pricing: fc.Arbitrary<InvoicePricing> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 50 }),
  discount,
  taxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
})

test('for any lines the sums are whole kobo, add up, and are never negative', () => {
  fc.assert(
    fc.property(pricing, (given) => {
      const { linesKobo, subtotalKobo, discountKobo, taxKobo, totalKobo } = invoiceTotals(given)
      for (const kobo of [...linesKobo, subtotalKobo, discountKobo, taxKobo, totalKobo])
        assert.ok(Number.isSafeInteger(kobo) && kobo >= 0)
      assert.equal(
        linesKobo.reduce((sum, kobo) => sum + kobo, 0),
        subtotalKobo,
      )
      assert.ok(discountKobo <= subtotalKobo)
      assert.equal(totalKobo, subtotalKobo - discountKobo + taxKobo)
      assert.ok(Math.abs(taxKobo - ((subtotalKobo - discountKobo) * given.taxBasisPoints) / 10_000) <= 0.5 + 1e-3)
    }),
    { seed: 1 },
  )
})

test('a larger quantity or price never costs less, and one unit costs its price', () => {
  fc.assert(
    fc.property(line, ({ quantity, unitPriceKobo }) => {
      assert.equal(lineKobo({ quantity: 1, unitPriceKobo }), unitPriceKobo)
      assert.ok(lineKobo({ quantity: quantity + 0.01, unitPriceKobo }) >= lineKobo({ quantity, unitPriceKobo }))
    }),
    { seed: 1 },
  )
})

test('2.5 yards at NGN 1,999.99, less 10%, with 7.5% VAT', () => {
  const sums = invoiceTotals({
    lines: [{ description: 'Aso-oke', quantity: 2.5, unitPriceKobo: 199_999 }],
    discount: { kind: 'percent', basisPoints: 1_000 },
    taxBasisPoints: 750,
  })
  assert.deepEqual(sums, {
    linesKobo: [499_998],
    subtotalKobo: 499_998,
    discountKobo: 50_000,
    taxKobo: 33_750,
    totalKobo: 483_748,
  })
  assert.equal(formatQuantity(2.5), '2.5')
})
