import type { Tx } from '../../database/connect.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { similarTrigrams, wordTrigrams } from './trigrams.ts'
import {
  containsPattern,
  mayBeMisspelt,
  parseSearch,
  personPattern,
  type SearchTerm,
  swapCharacters,
  withShortWord,
} from './words.ts'

/**
 * A term with the persons that it matches: their emails, or the patterns of their search text if there are too many persons to
 * read the objects of each.
 */
export type FoundTerm = SearchTerm & { persons: { emails: string[] } | { patterns: string[] } }

/** A parsed search of one business. */
export interface Search {
  merchantId: string
  terms: FoundTerm[]
}

/** Maximum persons whose objects are read. Objects of more persons are so frequent that a list meets them as it is read. */
const maxPersons = 1_000
/** Maximum persons whose objects are counted. */
const maxCounted = 20_000
/** Maximum persons of an inexact search, and how much less similar than the first they may be. */
const maxSimilar = 50
const similarityMargin = 0.1

/**
 * Parses a search and finds its persons. Names that match nobody are searched for inexactly, so that a typo does not prevent a
 * result and exact results are not mixed with others.
 */
export async function resolveSearch(tx: Tx, merchantId: string, typed: string): Promise<Search> {
  const terms = parseSearch(typed)
  const values: unknown[] = [merchantId]
  const columns = terms.map(({ words, isPersonal }, index) => {
    if (!isPersonal) return `'{}'::text[] as term${index}`
    const matches = containsWords(merchantId, words, (value) => `$${values.push(value)}`)
    return `array(select email from search_persons where merchant_id = $1 and ${matches} limit ${maxPersons + 1}) as term${index}`
  })
  if (terms.length === 0) return { merchantId, terms: [] }
  const { rows } = await tx.$client.query<Record<string, string[]>>(`select $1::uuid, ${columns.join(', ')}`, values)
  const resolved: FoundTerm[] = []
  for (const [index, term] of terms.entries()) {
    const emails = rows[0]![`term${index}`]!
    if (emails.length > maxPersons) resolved.push({ ...term, persons: { patterns: term.words.map(personPattern) } })
    else if (emails.length === 0 && term.code === undefined)
      resolved.push({ ...term, persons: { emails: await findSimilar(tx, merchantId, term.words) } })
    else resolved.push({ ...term, persons: { emails } })
  }
  return { merchantId, terms: resolved }
}

/** SQL condition on `search_persons`: the search text contains all words. The index finds the rows by their trigrams. */
function containsWords(merchantId: string, words: readonly string[], put: PutParameter): string {
  const trigrams = words.flatMap((word) => wordTrigrams(merchantId, word))
  const conditions = trigrams.length === 0 ? [] : [hasTrigrams(trigrams, put)]
  return [...conditions, ...words.map((word) => containsWord(word, put))].join(' and ')
}

/** Not `like`: PostgreSQL would look for that in the index of the back office, which has the persons of all businesses. */
const containsWord = (word: string, put: PutParameter) => `strpos(search_text, ${put(withShortWord(word))}) > 0`

const hasTrigrams = (trigrams: readonly string[], put: PutParameter) =>
  `person_trigrams(merchant_id, search_text) collate "C" @> ${put([...new Set(trigrams)])}::text[]`

/** SQL: the text matches all patterns. */
const matchesAll = (text: string, patterns: readonly string[], put: PutParameter) =>
  `(${patterns.map((pattern) => `${text} like ${put(pattern)}`).join(' and ')})`

/** Emails of the persons most similar to the words. */
async function findSimilar(tx: Tx, merchantId: string, words: readonly string[]): Promise<string[]> {
  if (!words.some(mayBeMisspelt)) return []
  const values: unknown[] = [merchantId]
  const put: PutParameter = (value) => `$${values.push(value)}`
  const each = words.map((word) => {
    if (!mayBeMisspelt(word)) return { matches: containsWords(merchantId, [word], put), similarity: '0' }
    const exact = [word, ...swapCharacters(word)].map((other) => containsWord(other, put))
    const similar = put(word)
    const candidates = similarTrigrams(merchantId, word).map((trigrams) => hasTrigrams(trigrams, put))
    const isCandidate = candidates.length === 0 ? 'true' : `(${candidates.join(' or ')})`
    return {
      matches: `${isCandidate} and (${[...exact, `search_text %> ${similar}`].join(' or ')})`,
      similarity: `case when ${exact.join(' or ')} then 1 else word_similarity(${similar}, search_text) end`,
    }
  })
  const { rows } = await tx.$client.query<{ email: string; similarity: number }>(
    `select email, ${each.map(({ similarity }) => similarity).join(' + ')} as similarity from search_persons
     where merchant_id = $1 and ${each.map(({ matches }) => matches).join(' and ')}
     order by similarity desc, email limit ${maxSimilar}`,
    values,
  )
  return rows.filter(({ similarity }) => similarity >= rows[0]!.similarity - similarityMargin).map(({ email }) => email)
}

/** What a search compares in a table. */
export interface SearchFields {
  /** Column with the email of a person, with its table. */
  email?: string
  /** Columns with amounts in kobo. */
  amounts?: readonly string[]
  /** Columns with a text such as a name, found also with a typo. */
  texts?: readonly string[]
  /** Columns with references, of which a code matches the beginning. */
  references?: readonly string[]
  /** Columns with the last four digits of a card or account. */
  last4?: readonly string[]
  /** Conditions of one term that these do not express. */
  others?: (term: FoundTerm, put: PutParameter) => string[]
}

/** SQL condition of a search for a table whose rows are few enough to be compared one by one. */
export function searchCondition({ merchantId, terms }: Search, fields: SearchFields, put: PutParameter): string {
  if (terms.length === 0) return 'false'
  const conditions = terms.map((term) => {
    const ways = [
      ...(fields.email ? [personCondition(term, { merchantId, email: fields.email }, put)] : []),
      ...codeConditions(term, fields, put),
      ...(fields.texts ?? []).map((text) => textCondition(term, text, put)),
      ...(fields.others?.(term, put) ?? []),
    ]
    return ways.length === 0 ? 'false' : `(${ways.join(' or ')})`
  })
  return conditions.join(' and ')
}

/** A column with the email of a person, with its table, and the business. */
interface PersonColumn {
  merchantId: string
  email: string
}

/** SQL condition: the email is that of a person whom the term matches. */
export function personCondition(
  { persons }: FoundTerm,
  { merchantId, email }: PersonColumn,
  put: PutParameter,
): string {
  if ('emails' in persons)
    return persons.emails.length === 0 ? 'false' : `${email} = any(${put(persons.emails)}::text[])`
  // A scalar subquery is evaluated row by row, so the list is read in its order and ends with the page.
  return `coalesce((select ${matchesAll('person.search_text', persons.patterns, put)} from search_persons person
    where person.merchant_id = ${put(merchantId)} and person.email = ${email}), false)`
}

/** SQL of the emails of the persons whom a term matches; of very many a part, which is enough to exceed the limit of a count. */
export const personsToCount = (merchantId: string, { words }: SearchTerm, put: PutParameter) =>
  `select email from search_persons where merchant_id = ${put(merchantId)} and ${containsWords(merchantId, words, put)} limit ${maxCounted}`

export const isLast4 = (text: string) => /^\d{4}$/.test(text)

function codeConditions({ code, amountKobo }: SearchTerm, fields: SearchFields, put: PutParameter): string[] {
  const { amounts = [], references = [], last4 = [] } = fields
  return [
    ...(amountKobo === undefined ? [] : amounts.map((column) => `${column} = ${put(amountKobo)}`)),
    ...(code === undefined ? [] : references.map((column) => `starts_with(lower(${column}), ${put(code)})`)),
    ...(code !== undefined && isLast4(code) ? last4.map((column) => `${column} = ${put(code)}`) : []),
  ]
}

function textCondition({ words }: SearchTerm, column: string, put: PutParameter): string {
  const text = `to_search_text(${column})`
  const each = words.map((word) => {
    const exact = `${text} like ${put(containsPattern(word))}`
    return mayBeMisspelt(word) ? `(${exact} or word_similarity(${put(word)}, ${text}) >= 0.6)` : exact
  })
  return `(${each.join(' and ')})`
}

/** Prefix search as an index range: from the prefix to the prefix followed by the highest character. */
export const prefixRange = (column: string, prefix: string, put: PutParameter) =>
  `(${column} >= ${put(prefix)} and ${column} < ${put(`${prefix}\u{10ffff}`)})`
