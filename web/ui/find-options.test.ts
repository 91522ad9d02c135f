import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOptions } from './find-options.ts'

const banks = ['Access Bank', 'First City Monument Bank', 'United Bank for Africa', 'Ọlá MFB'].map((label) => ({
  value: label,
  label,
}))
const found = (typed: string) => findOptions(banks, typed).map(({ label }) => label)

test('an option is found by any of its words, without accents, and by its initials', () => {
  assert.equal(found('').length, 4)
  assert.deepEqual(found('bank ACC'), ['Access Bank'])
  assert.deepEqual(found('fcmb'), ['First City Monument Bank'])
  assert.deepEqual(found('uba'), ['United Bank for Africa'])
  assert.deepEqual(found('ola'), ['Ọlá MFB'])
  assert.deepEqual(found('nobody'), [])
})
