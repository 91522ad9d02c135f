import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatNaira, formatNairaCompact } from './money.ts'

/** Amounts around every power of ten, and around what is rounded to it. */
const amountsKobo = Array.from({ length: 16 }, (_, power) => 10 ** power).flatMap((kobo) =>
  [1, 1.25, 4.35, 9.9949, 9.995, 9.99951].flatMap((factor) => {
    const near = Math.round(kobo * factor)
    return [near - 1, near, near + 1]
  }),
)

test('an amount has thousands separators, two decimals and a minus sign as wide as a digit', () => {
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  for (const kobo of amountsKobo) assert.equal(formatNaira(kobo), `NGN\u00a0${format.format(kobo / 100)}`)
  assert.equal(formatNaira(-123_456_789_05), '\u2212NGN\u00a0123,456,789.05')
  assert.equal(formatNaira(100_000 / 3), 'NGN\u00a0333.33')
})

test('a compact amount has one decimal and the suffix of its unit', () => {
  const format = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
  for (const kobo of amountsKobo.flatMap((amount) => [amount, -amount]))
    if (kobo !== 0) assert.equal(formatNairaCompact(kobo), format.format(kobo / 100), String(kobo))
  assert.equal(formatNairaCompact(0), '0')
  assert.equal(formatNairaCompact(4_850_000_00), '4.9M')
})
