import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryFrom } from '@adire/contract/typed.ts'
import { checkCard, detectScheme, groupDigits, slashExpiry } from './card-number.ts'

test('a card number is shown in groups of four, however it is typed or pasted', () => {
  assert.equal(groupDigits('4084084084084081'), '4084 0840 8408 4081')
  assert.equal(groupDigits('5060-6666 66666666666'), '5060 6666 6666 6666 666')
  assert.equal(groupDigits('4084'), '4084')
})

test('the first digits determine the scheme', () => {
  assert.equal(detectScheme('4084'), 'Visa')
  assert.equal(detectScheme('5192'), 'Mastercard')
  assert.equal(detectScheme('2221 00'), 'Mastercard')
  assert.equal(detectScheme('5060 66'), 'Verve')
  assert.equal(detectScheme('5078 50'), 'Verve')
  assert.equal(detectScheme('9'), undefined)
})

test('an expiry gets its slash, from the keyboard and from autofill', () => {
  assert.equal(slashExpiry('1', ''), '1')
  assert.equal(slashExpiry('12', '1'), '12 / ')
  assert.equal(slashExpiry('12 / 2', '12 / '), '12 / 2')
  assert.equal(slashExpiry('8', ''), '08 / ')
  assert.equal(slashExpiry('1/', '1'), '01 / ')
  assert.equal(slashExpiry('1229', ''), '12 / 29')
  assert.equal(slashExpiry('12/2029', ''), '12 / 29')
  assert.equal(slashExpiry('2029', ''), '02 / 02')
})

test('the slash can be deleted', () => {
  assert.equal(slashExpiry('12 /', '12 / '), '12')
  assert.equal(slashExpiry('12 / ', '12 / 2'), '12')
  assert.equal(slashExpiry('1', '12'), '1')
})

test('a card is valid until the end of its month, and not a day longer', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  assert.equal(checkCard('expiry', '11 / 26', now), undefined)
  assert.equal(checkCard('expiry', '10 / 26', now), 'This card has expired')
  assert.equal(checkCard('expiry', '13 / 29', now), 'Use a month from 01 to 12')
  assert.equal(checkCard('expiry', '11 / ', now), 'Use a month and a year, like 08 / 29')
  assert.deepEqual(expiryFrom('08 / 29'), { expiryMonth: 8, expiryYear: 2029 })
})

test('the month of a card ends in Lagos, as the banks count it, wherever the payer is', (t) => {
  const before = process.env.TZ
  t.after(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  for (const zone of ['Asia/Dubai', 'America/New_York']) {
    process.env.TZ = zone
    assert.equal(checkCard('expiry', '11 / 26', new Date('2026-11-30T22:59:59Z')), undefined, zone)
    assert.equal(checkCard('expiry', '11 / 26', new Date('2026-11-30T23:00:00Z')), 'This card has expired', zone)
  }
})

test('a wrong digit in a card number is found before the bank is asked', () => {
  assert.equal(checkCard('number', '4084 0840 8408 4081'), undefined)
  assert.equal(checkCard('number', '4084 0840 8408 4082'), 'This card number is not complete, or a digit is wrong')
  assert.equal(checkCard('number', ''), 'This field must not be empty!')
  assert.equal(checkCard('cvv', '12'), 'The CVV is the 3 digits on the back of the card')
})
