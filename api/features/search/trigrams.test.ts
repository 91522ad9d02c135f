import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reusedDatabase } from '../../testing/reused-database.ts'
import { similarTrigrams, wordTrigrams } from './trigrams.ts'
import { mayBeMisspelt } from './words.ts'

const merchantId = '00000000-0000-4000-8000-0000000000ab'

test('a search text has in the index each trigram of every part of it, with any characters', async (t) => {
  const database = await reusedDatabase(t)
  const character = fc.constantFrom(..."ab1 .@_-+'ɗß".split(''))
  const text = fc.array(character, { maxLength: 20 }).map((all) => all.join(''))
  await fc.assert(
    fc.asyncProperty(text, text, text, async (before, word, after) => {
      const searchText = ` ${before}${word.length < 3 ? ' ' : ''}${word}${after}`
      const { rows } = await database.read((tx) =>
        tx.$client.query<{ stored: string[] }>('select person_trigrams($1, $2) as stored', [merchantId, searchText]),
      )
      const missing = wordTrigrams(merchantId, word).filter((trigram) => !rows[0]!.stored.includes(trigram))
      assert.deepEqual(missing, [], searchText)
    }),
    { numRuns: 300 },
  )
})

test('an index finds a name with one letter wrong, missing or too many, and with two exchanged', async (t) => {
  const database = await reusedDatabase(t)
  const names = ['musa', 'kunle', 'onyeka', 'chukwuemeka']
  for (const name of names) {
    const { rows } = await database.read((tx) =>
      tx.$client.query<{ stored: string[] }>('select person_trigrams($1, $2) as stored', [
        merchantId,
        ` ada@example.com ada ${name}`,
      ]),
    )
    const stored = new Set(rows[0]!.stored)
    const typos = Array.from(name, (character, at) => [
      `${name.slice(0, at)}q${name.slice(at + 1)}`,
      `${name.slice(0, at)}${name.slice(at + 1)}`,
      `${name.slice(0, at)}q${name.slice(at)}`,
      `${name.slice(0, at)}${name[at + 1] ?? ''}${character}${name.slice(at + 2)}`,
    ])
    for (const typo of [name, ...typos.flat()].filter(mayBeMisspelt)) {
      const sets = similarTrigrams(merchantId, typo)
      assert.ok(
        sets.some((set) => set.every((trigram) => stored.has(trigram))),
        `${typo} for ${name}`,
      )
    }
  }
})
