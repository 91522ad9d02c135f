import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isNuban, nubanCheckDigit } from './nuban.ts'
import vectors from './nuban.vectors.json' with { type: 'json' }

test('account numbers are checked as in the examples of the central bank [S5-11]', () => {
  for (const { bankCode, accountNumber, checkDigit, valid } of vectors) {
    assert.equal(nubanCheckDigit(bankCode, accountNumber.slice(0, 9)), checkDigit, `${bankCode} ${accountNumber}`)
    assert.equal(isNuban(bankCode, accountNumber), valid, `${bankCode} ${accountNumber}`)
  }
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

test('exactly one of ten check digits is valid', () => {
  fc.assert(
    fc.property(fc.oneof(digits(3), digits(5)), digits(9), (bankCode, serial) => {
      const right = [...'0123456789'].filter((last) => isNuban(bankCode, serial + last))
      assert.deepEqual(right, [String(nubanCheckDigit(bankCode, serial))])
    }),
    { seed: 1 },
  )
})

test('one wrong digit is always detected', () => {
  fc.assert(
    fc.property(digits(3), digits(9), fc.nat(9), fc.integer({ min: 1, max: 9 }), (bankCode, serial, index, by) => {
      const number = serial + nubanCheckDigit(bankCode, serial)
      const wrong = (Number(number[index]) + by) % 10
      assert.ok(!isNuban(bankCode, number.slice(0, index) + wrong + number.slice(index + 1)))
    }),
    { seed: 1 },
  )
})

test('an account number needs ten digits and a bank', () => {
  for (const number of ['', '000001457', '00000145790', '000001457X', '٠٠٠٠٠١٤٥٧٩']) assert.ok(!isNuban('011', number))
  assert.ok(!isNuban('0011', '0000014579'))
})
