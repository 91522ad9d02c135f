import { listPayments } from '@adire/contract/payments.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import * as z from 'zod/mini'
import type { MerchantContext } from '../api/context.ts'
import type { Database } from '../api/database/connect.ts'
import { toCursor } from '../api/database/keyset.ts'
import { listPaymentsHandler } from '../api/features/payments/list.ts'
import { addDays, lagosDay } from '../api/lagos.ts'
import { toLinkId } from './list-seed.ts'

/** A query as the list sends it. Without a name it is planned for its values each time. */
export interface SqlStatement {
  name?: string
  text: string
  values: unknown[]
}

/** Requests to measure, sent to every entry point; only to the API if they are not a single statement. */
export interface ListCase {
  name: string
  title: string
  path: string
  requests: { query: Record<string, string>; statement?: SqlStatement }[]
}

type Filter = Record<string, string>
type CaseInput = { merchantId: string; turn: number; database: Database }

/** Rows before the "deep" pages. */
const depth = 5_000
const today = lagosDay(new Date())
const days = (ago: number, count: number) => ({ from: addDays(today, -ago), to: addDays(today, count - ago - 1) })
const either = <T>(turn: number, ...choices: T[]) => choices[(turn >> 1) % choices.length]!
const prefixes = ['ade.1', 'bola.', 'funke.3', 'kemi', 'ngozi.6', 'tunde.12', 's', 'yemi.14']
const failed = { status: 'failed' }
const paid = { status: 'success' }
const week = days(7, 7)
/** Filters for the 4,000 largest of a million amounts, and for one price. */
const large = { minAmountKobo: '4990000' }
const priced = { minAmountKobo: '500000', maxAmountKobo: '500000' }

/** Every filter and search of the list, and common combinations. */
const filters: Record<string, Filter | ((input: CaseInput) => Filter | Promise<Filter>)> = {
  'first page': {},
  [`page behind ${depth.toLocaleString('en')}`]: (input) => cursorAt(input, 'true'),
  paid: { status: 'paid' },
  status: ({ turn }) => ({ status: either(turn, 'success', 'failed', 'refunded', 'reversed') }),
  'status, deep': async (input) => ({ ...failed, ...(await cursorAt(input, "status = 'failed'")) }),
  channel: ({ turn }) => ({ channel: either(turn, 'card', 'ussd', 'qr', 'direct_debit') }),
  'status and channel': ({ turn }) =>
    either(turn, { ...failed, channel: 'ussd' }, { ...paid, channel: 'direct_debit' }),
  'last seven days': week,
  'a month a year ago': days(365, 30),
  'status and days': { ...failed, ...week },
  'status, channel and days': { ...paid, channel: 'bank_transfer', ...days(30, 30) },
  'least amount': ({ turn }) => ({ minAmountKobo: either(turn, '1000000', '4000000', '4990000', '5005000') }),
  'most amount': ({ turn }) => ({ maxAmountKobo: either(turn, '4000000', '1000000', '100000', '10000') }),
  'one amount': priced,
  'amount and status': ({ turn }) => ({ ...failed, ...either(turn, large, priced, { minAmountKobo: '3000000' }) }),
  'amount and days': { ...large, ...days(30, 30) },
  'payment link': ({ merchantId, turn }) => ({ paymentLinkId: toLinkId(merchantId, either(turn, 1, 5)) }),
  'link and status': ({ merchantId, turn }) => ({ ...failed, paymentLinkId: toLinkId(merchantId, either(turn, 1, 5)) }),
  'link and days': ({ merchantId }) => ({ paymentLinkId: toLinkId(merchantId, 1), ...week }),
  'customer e-mail': async (input) => ({ customerEmail: (await pickOne(input)).email }),
  reference: async (input) => ({ search: (await pickOne(input)).reference }),
  'start of a reference': ({ turn }) => ({ search: either(turn, 'pay_', 'pay_a', 'pay_b7', 'pay_c0ff') }),
  'start of an e-mail': ({ turn }) => ({ search: prefixes[turn]! }),
  'e-mail, deep': async (input) => ({ search: 'sade', ...(await cursorAt(input, 'true')) }),
  'e-mail and status': ({ turn }) => ({ ...failed, search: prefixes[turn]! }),
  'e-mail and days': ({ turn }) => ({ ...week, search: prefixes[turn]! }),
  'first and last name': ({ turn }) => ({ search: `${either(turn, 'zainab', 'kemi')} adeyemi` }),
  'name with a typo': ({ turn }) => ({ search: either(turn, 'zianab', 'gbegna') }),
  'one person': async (input) => ({ search: (await pickOne(input)).email }),
  'amount typed': { search: '5,000.00' },
  'last four': ({ turn }) => ({ search: String(1234 + 1000 * turn) }),
  'last four and days': ({ turn }) => ({ search: String(1234 + 1000 * turn), ...days(30, 30) }),
}
const statCases: [title: string, path: string, filter: (input: CaseInput) => Filter | Promise<Filter>][] = [
  ['totals of all', 'payments/filter/totals', () => ({})],
  ['totals of a status, 30 days', 'payments/filter/totals', () => ({ ...failed, ...days(30, 30) })],
  [
    'totals of an amount',
    'payments/filter/totals',
    ({ turn }) => either(turn, priced, large, { minAmountKobo: '20000' }),
  ],
  ['totals of a link', 'payments/filter/totals', ({ merchantId }) => ({ paymentLinkId: toLinkId(merchantId, 1) })],
  [
    'totals of a link and status',
    'payments/filter/totals',
    ({ merchantId }) => ({ ...failed, paymentLinkId: toLinkId(merchantId, 1) }),
  ],
  [
    'totals of a link, 30 days',
    'payments/filter/totals',
    ({ merchantId }) => ({ ...days(30, 30), paymentLinkId: toLinkId(merchantId, 1) }),
  ],
  [
    'totals of a link and status, 365 days',
    'payments/filter/totals',
    ({ merchantId }) => ({ ...failed, ...days(365, 365), paymentLinkId: toLinkId(merchantId, 1) }),
  ],
  ['totals of an e-mail', 'payments/filter/totals', ({ turn }) => ({ search: prefixes[turn]! })],
  [
    'totals of a reference',
    'payments/filter/totals',
    ({ turn }) => ({ search: either(turn, 'pay_', 'pay_a', 'pay_b7', 'pay_c0ff') }),
  ],
  [
    'totals of a customer',
    'payments/filter/totals',
    async (input) => ({ customerEmail: (await pickOne(input)).email }),
  ],
  ['overview, 30 days', 'payments/over-view', () => days(30, 30)],
  ['overview, 90 days', 'payments/over-view', () => days(90, 90)],
  ['overview, 365 days', 'payments/over-view', () => days(365, 365)],
  ['series, 30 days', 'payments/over-view/series', () => days(30, 30)],
  ['series, 365 days', 'payments/over-view/series', () => days(365, 365)],
]

/** All cases, each with requests that alternate between the largest business and smaller ones. */
export async function buildCases(database: Database, merchantIds: string[]): Promise<ListCase[]> {
  const [largest, ...others] = merchantIds as [string, ...string[]]
  const merchants = [largest, others[0]!, largest, others[5]!, largest, others[20]!, largest, others[150]!]
  const requests = (make: (input: CaseInput) => Promise<ListCase['requests'][number]>) =>
    inTurn(merchants, (merchantId, turn) => make({ merchantId, turn, database }))
  const listed = await inTurn(Object.entries(filters), async ([title, filter], index) => ({
    name: `list_${index}`,
    title,
    path: 'payments/filter',
    requests: await requests(async (input) => {
      const query = { limit: '20', ...(typeof filter === 'function' ? await filter(input) : filter) }
      const { merchantId } = input
      // A search is two statements.
      const statement = 'search' in query ? {} : { statement: await captureStatement(merchantId, query) }
      return { query: { ...query, merchantId }, ...statement }
    }),
  }))
  const summed = await inTurn(statCases, async ([title, path, filter], index) => ({
    name: `figures_${index}`,
    title,
    path,
    requests: await requests(async (input) => ({
      query: { ...(await filter(input)), merchantId: input.merchantId },
    })),
  }))
  return [...listed, ...summed]
}

/** One after the other: on cold data together, some would wait too long for a connection. */
async function inTurn<T, R>(list: readonly T[], make: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const made: R[] = []
  for (const [index, item] of list.entries()) made.push(await make(item, index))
  return made
}

/** Captures the statement that the product's list sends, so that the comparison can't become outdated. */
async function captureStatement(merchantId: string, query: object): Promise<SqlStatement> {
  let sent: SqlStatement | undefined
  const record = async (statement: SqlStatement) => {
    sent = statement
    return { rows: [{ total: 0, id: null }] }
  }
  const context = { tx: { $client: { query: record } }, merchant: { id: merchantId } } as unknown as MerchantContext
  await listPaymentsHandler(context, z.parse(schemasOf(listPayments).input, query))
  if (!sent) throw new Error('The list sent no statement')
  return sent
}

interface Found {
  id: string
  reference: string
  email: string
  createdAt: Date
}

async function findValues({ database, merchantId }: CaseInput, rest: string, ...values: unknown[]): Promise<Found> {
  const { rows } = await database.read((tx) =>
    tx.$client.query<Found>(
      `select created_at as "createdAt", id, reference, customer_email as email
       from payments where merchant_id = $1 and ${rest}`,
      [merchantId, ...values],
    ),
  )
  return rows[0]!
}

const pickOne = (input: CaseInput) =>
  findValues(input, 'true order by created_at desc offset $2 limit 1', 1_000 + input.turn)

async function cursorAt(input: CaseInput, condition: string): Promise<Filter> {
  const { createdAt, id } = await findValues(
    input,
    `${condition} order by created_at desc, id desc offset least($2, (
       select count(*) / 2 from payments where merchant_id = $1 and ${condition})) limit 1`,
    depth,
  )
  return { cursor: toCursor([createdAt.toISOString(), id]) }
}
