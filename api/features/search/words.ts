import { parseNaira } from '@adire/contract/money.ts'
import { plainPhone } from '@adire/contract/phone.ts'

/** Part of a search. A search matches the objects that all of its terms match. */
export interface SearchTerm {
  /** Words that one person or one text must contain. Lower case, without accents. */
  words: string[]
  /** Amount that the text could be. */
  amountKobo?: number
  /** Word with digits, as typed: a reference, the end of a card number. Absent for names. */
  code?: string
  /** Whether it can be part of a name, an email or a phone number: an amount would match phone numbers by chance. */
  isPersonal: boolean
}

/** Maximum numbers of words in a name and of terms; what follows them is ignored. */
const maxWords = 10
const maxTerms = 5

/** As the database function `to_search_text` does it (migration 24). */
const toSearchText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/**
 * The terms of a search. All words without digits are one term: the name or email of one person. Each word with digits is a
 * term: an amount, a phone number, or a code such as a reference.
 */
export function parseSearch(typed: string): SearchTerm[] {
  const words = joinPhones(toSearchText(typed)).filter((word) => /[\p{L}\p{N}]/u.test(word) && word !== 'ngn')
  const names = words.filter((word) => !isCode(word)).slice(0, maxWords)
  const named: SearchTerm[] = names.length === 0 ? [] : [{ words: names, isPersonal: true }]
  return [...named, ...words.filter(isCode).map(parseCode)].slice(0, maxTerms)
}

const isCode = (word: string) => /[\d_=-]/.test(word)

/** The words of a text, of which a phone number typed in groups is one: `0803 123 4567`, `+234 803…`, `803 123 4567`. */
const joinPhones = (text: string): string[] =>
  text.replace(/(?<!\S)(\+|\(?0|234\b|[789]\d\d(?= \d{3} \d{4}))[\d().-]*( [\d().-]+)+(?!\S)/g, plainPhone).split(/\s+/)

function parseCode(word: string): SearchTerm {
  const amountKobo = parseNaira(word.replace(/^\u20a6/, ''))
  const amount = amountKobo === undefined ? {} : { amountKobo }
  const phone = plainPhone(word)
  if (/^(\+\d+|0\d+|\d{7,})$/.test(phone)) return { words: [phone], code: word, isPersonal: true, ...amount }
  return { words: [word], code: word, isPersonal: amountKobo === undefined, ...amount }
}

/** Words of fewer letters are too common to be searched for inside of words. */
const shortWord = 3

/** Whether a word is long enough to be recognised with a typo. An email is not: all have the same ends. */
export const mayBeMisspelt = (word: string) => /^[\p{L}']{4,20}$/u.test(word)

/** The word with two neighbouring characters exchanged, which is the most frequent typo and leaves few trigrams in common. */
export const swapCharacters = (word: string): string[] =>
  Array.from(
    word.slice(1),
    (character, index) => `${word.slice(0, index)}${character}${word[index]}${word.slice(index + 2)}`,
  )

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** LIKE pattern of a word anywhere. */
export const containsPattern = (word: string) => `%${escapeLike(word)}%`

/** The word, with a space in front if it is short: a trigram index finds a short word only where a word begins. */
export const withShortWord = (word: string) => (word.length < shortWord ? ` ${word}` : word)

/** LIKE pattern of a word in the search text of a person. */
export const personPattern = (word: string) => containsPattern(withShortWord(word))
