import type { searchOfficePayments } from '@adire/contract/back-office/payments.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { parseSearch, personPattern } from '../search/words.ts'
import { rowColumns, type StoredRow, toOfficePaymentRow } from './row.ts'

const listed = 50
/** Persons whose payments are read. */
const maxPersons = 200

/** What a search or a pasted bank narration says about a payment. */
interface Clues {
  /** References of ours or of a processor. */
  references: string[]
  /** Account numbers that payers transfer to. */
  accountNumbers: string[]
  /** Words of a name, an email or a phone number. */
  words: string[]
  amountKobo: number | undefined
  last4: string | undefined
}

/**
 * Payments of all businesses, newest first. A reference or an account number decides alone, so that a whole narration of a bank can be
 * pasted; otherwise all words must match.
 * @throws 422 validation_error without anything selective
 */
export async function searchOfficePaymentsHandler(
  { tx }: StaffContext,
  { search }: ParsedInput<typeof searchOfficePayments>,
) {
  const clues = readClues(search)
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const source = sourceOf(clues, put)
  const { rows } = await tx.$client.query<StoredRow>(
    `select ${rowColumns} from (${source}) payment join merchants business on business.id = payment.merchant_id
     order by payment.created_at desc, payment.id desc limit ${listed + 1}`,
    values,
  )
  return { content: rows.slice(0, listed).map(toOfficePaymentRow), isCapped: rows.length > listed }
}

function readClues(search: string): Clues {
  const tokens = search.split(/[\s,;:|()]+/).filter(Boolean)
  const references = tokens.flatMap((token) => {
    const [, code] = /(?:^|[^a-z0-9])pay[_-]?([a-z0-9]{16})(?![a-z0-9])/i.exec(token) ?? []
    if (code) return [`pay_${code.toLowerCase()}`, `pay-${code.toLowerCase()}`]
    return /^(?=.*\d)[\w.=-]{12,60}$/.test(token) && !/^\+?\d{10,14}$/.test(token) ? [token] : []
  })
  const parts = search.split(/[^\p{L}\p{N}.]+/u)
  const accountNumbers = [...tokens, ...parts.flatMap((part) => part.match(/(?<!\d)\d{10}(?!\d)/g) ?? [])].filter(
    (token) => /^\d{10}$/.test(token),
  )
  const terms = parseSearch(search)
  const words = terms.flatMap(({ words: found, isPersonal }) => (isPersonal ? found : []))
  return {
    references: [...new Set(references)].slice(0, 10),
    accountNumbers: [...new Set(accountNumbers)].slice(0, 10),
    words: words.slice(0, 6),
    amountKobo: terms.find((term) => term.amountKobo !== undefined)?.amountKobo,
    last4: tokens.find((token) => /^\d{4}$/.test(token)),
  }
}

type Put = (value: unknown) => string

/**
 * SQL of payments that the clues select. Each way reads an index, at most `listed + 1` rows of each payer or business. On several servers such
 * a page can only be joined to rows that are distributed like payments (decision 96): to the payers themselves, and to the owners of businesses.
 */
function sourceOf({ references, accountNumbers, words, amountKobo, last4 }: Clues, put: Put): string {
  if (references.length > 0 || accountNumbers.length > 0) return byIdentifiers(references, accountNumbers, put)
  const numbers = [
    ...(amountKobo === undefined ? [] : [`amount_kobo = ${put(amountKobo)}`]),
    ...(last4 === undefined ? [] : [`card_last4 = ${put(last4)}`]),
  ]
  if (words.some((word) => word.length >= 3)) {
    const matches = words.map((word) => `search_text like ${put(personPattern(word))}`).join(' and ')
    return `select found.* from (select merchant_id, email from search_persons where ${matches} limit ${maxPersons}) match
      join search_persons person on person.merchant_id = match.merchant_id and person.email = match.email
      cross join lateral (
        select * from payments where merchant_id = person.merchant_id and customer_email = person.email
          ${numbers.length > 0 ? `and (${numbers.join(' or ')})` : ''}
        order by created_at desc, id desc limit ${listed + 1}) found`
  }
  if (numbers.length === 0 || words.length > 0)
    throw problem.field(
      'search',
      'Enter a reference, an account number, an amount, or three letters of a name, email or phone number',
    )
  return numbers.map(ofEachBusiness).join(' union ')
}

/** SQL of the newest payments of each business that match a condition. */
const ofEachBusiness = (condition: string) =>
  `select found.* from (select merchant_id from memberships where role = 'owner') one cross join lateral (
      select * from payments where merchant_id = one.merchant_id and ${condition}
      order by created_at desc, id desc limit ${listed + 1}) found`

function byIdentifiers(references: readonly string[], accountNumbers: readonly string[], put: Put): string {
  const some = put(references)
  return `
    select * from payments where processor_reference = any(${some}::text[]) and processor_reference is not null
    union
    select found.* from merchants one cross join lateral (
      select * from payments where merchant_id = one.id and reference = any(${some}::text[])) found
    union
    select * from (
      select * from payments where channel_details ? 'bank_transfer'
        and channel_details #>> '{bank_transfer,accountNumber}' = any(${put(accountNumbers)}::text[])
      order by created_at desc limit ${listed + 1}) transfer`
}
