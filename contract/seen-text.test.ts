import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { Email, MultilineText, PersonName, SingleLineText } from './fields.ts'
import { SearchText } from './list-schemas.ts'

test('characters that nobody sees, or that reverse what a payer reads, are removed from every text', () => {
  const texts = [SingleLineText(40), MultilineText(40), PersonName, SearchText(40)]
  for (const [given, stored] of [
    ['Refund \u202E000,05\u202C of Ada', 'Refund 000,05 of Ada'],
    ['\uFEFFAda\u200B \u2066Obi\u2069 ', 'Ada Obi'],
    ['Ada\u2028Obi\u00AD', 'AdaObi'],
    ['\u3164 Ada\u{E0041}', 'Ada'],
    ['Ọlátúnjí 👩🏽‍⚕️ ❤️', 'Ọlátúnjí 👩🏽‍⚕️ ❤️'],
  ] as const)
    for (const text of texts) assert.equal(z.parse(text, given), stored)
  for (const nothing of ['\u200B\u200E', '\u3164\u2060'])
    assert.equal(z.safeParse(SingleLineText(40), nothing).success, false, 'a text of these alone is empty')
})

test('two email addresses that look the same are the same', () => {
  assert.equal(z.parse(Email, '\u200BAda\u202E@Example.com\u200E'), 'ada@example.com')
  assert.equal(z.safeParse(Email, 'ad\u200Ca@example.com').success, false)
})
