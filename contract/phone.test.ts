import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Phone } from './fields.ts'
import { spacedPhone } from './phone.ts'

test('a phone number in any format gives one stored form', () => {
  for (const typed of [
    '08031234567',
    ' 0803 123 4567 ',
    '0803-123-4567',
    '0803.123.4567',
    '(0803) 123/4567',
    '2348031234567',
    '+2348031234567',
    '+234 803 123 4567',
    '+234 (0)803 123 4567',
    '00234 803 123 4567',
    '\u202a+234 803\u20131234567\u202c',
  ])
    assert.equal(Phone.parse(typed), '+2348031234567', typed)
  assert.equal(spacedPhone('+2348031234567'), '0803 123 4567')
})

test('a text that is no Nigerian mobile number is rejected with its reason', () => {
  const messageFor = (typed: string) => Phone.safeParse(typed).error?.issues[0]?.message
  assert.equal(messageFor(' - '), 'This field must not be empty!')
  assert.equal(messageFor('0803-CALL-ADE'), 'This field must contain numbers only!')
  assert.equal(messageFor('0803 123 456'), 'This field must be at least 11 characters long')
  for (const typed of ['080312345678', '01234567890', '+44 20 7946 0958', '2348031234567890', '0803+1234567'])
    assert.ok(messageFor(typed), typed)
})
