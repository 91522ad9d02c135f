import { swapCharacters, withShortWord } from './words.ts'

/**
 * Trigrams that the search text of each person of the business has in the index, if it contains the word: those of `show_trgm` (pg_trgm),
 * each behind the last two digits of the business, as in the database function `person_trigrams` (migration 98). Letters and digits are
 * a run; where it begins and ends is known only next to another character. Trigrams with characters beyond ASCII are left out:
 * `show_trgm` returns hashes of them.
 */
export function wordTrigrams(merchantId: string, word: string): string[] {
  // Nearly all persons have the trigrams of the domain of an email: to compare their lists takes longer than everything else.
  const [start] = /^.{3,}?@/.exec(word) ?? [word]
  return textTrigrams(merchantId, withShortWord(start))
}

function textTrigrams(merchantId: string, text: string): string[] {
  const group = merchantId.slice(-2)
  const found = new Set<string>()
  for (const { 0: run, index } of text.matchAll(/[a-z0-9]+/g)) {
    const padded = `${isAscii(text[index - 1]) ? '  ' : ''}${run}${isAscii(text[index + run.length]) ? ' ' : ''}`
    for (let at = 0; at + 3 <= padded.length; at++) found.add(group + padded.slice(at, at + 3))
  }
  return [...found]
}

const isAscii = (character: string | undefined) => character !== undefined && character <= '\x7f'

/** A word of fewer letters is as it was typed without one of them; a longer one has four neighbouring characters right. */
const longWord = 6
const neighbours = 4

/**
 * Sets of trigrams of which a search text has one completely, if it contains the word with a typo: without any one of its letters, or, of a
 * longer word, four neighbouring characters; or two neighbouring ones exchanged; or the word itself.
 */
export function similarTrigrams(merchantId: string, word: string): string[][] {
  const padded = ` ${word} `
  const parts =
    word.length < longWord
      ? Array.from(word, (_, at) => [padded.slice(0, at + 1), padded.slice(at + 2)])
      : Array.from({ length: padded.length - neighbours + 1 }, (_, at) => [padded.slice(at, at + neighbours)])
  const texts = [[word], ...swapCharacters(word).map((other) => [other]), ...parts]
  return texts
    .map((each) => [...new Set(each.flatMap((text) => textTrigrams(merchantId, text)))])
    .filter((trigrams) => trigrams.length > 0)
}
