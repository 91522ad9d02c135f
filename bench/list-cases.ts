import { listPayments } from '@adire/contract/payments.ts'
import * as z from 'zod/mini'
import type { MerchantContext } from '../api/context.ts'
import type { Database } from '../api/database/connect.ts'
import { toCursor } from '../api/database/keyset.ts'
import { list } from '../api/features/payments/list.ts'
import { addDays, lagosDay } from '../api/lagos.ts'
import { linkOf } from './list-seed.ts'

/** A query as the list sends it; without a name it is planned for its values each time. */
export interface Statement {
  name?: string
  text: string
  values: unknown[]
}

/** What is measured: the same few questions, asked through every door; through ours alone where it is no one statement. */
export interface Case {
  name: string
  title: string
  path: string
  requests: { query: Record<string, string>; statement?: Statement }[]
}

type Filter = Record<string, string>
type Asked = { merchantId: string; turn: number; database: Database }

/** A page this far down. */
const depth = 5_000
const today = lagosDay(new Date())
const days = (ago: number, count: number) => ({ from: addDays(today, -ago), to: addDays(today, count - ago - 1) })
const either = <T>(turn: number, ...choices: T[]) => choices[(turn >> 1) % choices.length]!
const prefixes = ['ade.1', 'bola.', 'funke.3', 'kemi', 'ngozi.6', 'tunde.12', 's', 'yemi.14']
const failed = { status: 'failed' }
const paid = { status: 'success' }
const week = days(7, 7)
/** The four thousand largest of a million, and those of one price. */
const large = { minAmountKobo: '4990000' }
const priced = { minAmountKobo: '500000', maxAmountKobo: '500000' }

/** Every filter and search of the list, and what people ask for together. */
const filters: Record<string, Filter | ((asked: Asked) => Filter | Promise<Filter>)> = {
  'first page': {},
  [`page behind ${depth.toLocaleString('en')}`]: (asked) => cursorAt(asked, 'true'),
  paid: { status: 'paid' },
  status: ({ turn }) => ({ status: either(turn, 'success', 'failed', 'refunded', 'reversed') }),
  'status, deep': async (asked) => ({ ...failed, ...(await cursorAt(asked, "status = 'failed'")) }),
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
  'payment link': ({ merchantId, turn }) => ({ paymentLinkId: linkOf(merchantId, either(turn, 1, 5)) }),
  'link and status': ({ merchantId, turn }) => ({ ...failed, paymentLinkId: linkOf(merchantId, either(turn, 1, 5)) }),
  'link and days': ({ merchantId }) => ({ paymentLinkId: linkOf(merchantId, 1), ...week }),
  'customer e-mail': async (asked) => ({ customerEmail: (await oneOf(asked)).email }),
  reference: async (asked) => ({ search: (await oneOf(asked)).reference }),
  'start of a reference': ({ turn }) => ({ search: either(turn, 'pay_', 'pay_a', 'pay_b7', 'pay_c0ff') }),
  'start of an e-mail': ({ turn }) => ({ search: prefixes[turn]! }),
  'e-mail, deep': async (asked) => ({ search: 'sade', ...(await emailCursorAt(asked)) }),
  'e-mail and status': ({ turn }) => ({ ...failed, search: prefixes[turn]! }),
  'e-mail and days': ({ turn }) => ({ ...week, search: prefixes[turn]! }),
  'last four': ({ turn }) => ({ search: String(1234 + 1000 * turn) }),
  'last four and days': ({ turn }) => ({ search: String(1234 + 1000 * turn), ...days(30, 30) }),
}
const figures: [title: string, path: string, filter: (asked: Asked) => Filter | Promise<Filter>][] = [
  ['totals of all', 'payments/filter/totals', () => ({})],
  ['totals of a status, 30 days', 'payments/filter/totals', () => ({ ...failed, ...days(30, 30) })],
  [
    'totals of an amount',
    'payments/filter/totals',
    ({ turn }) => either(turn, priced, large, { minAmountKobo: '20000' }),
  ],
  ['totals of a link', 'payments/filter/totals', ({ merchantId }) => ({ paymentLinkId: linkOf(merchantId, 1) })],
  [
    'totals of a link and status',
    'payments/filter/totals',
    ({ merchantId }) => ({ ...failed, paymentLinkId: linkOf(merchantId, 1) }),
  ],
  [
    'totals of a link, 30 days',
    'payments/filter/totals',
    ({ merchantId }) => ({ ...days(30, 30), paymentLinkId: linkOf(merchantId, 1) }),
  ],
  [
    'totals of a link and status, 365 days',
    'payments/filter/totals',
    ({ merchantId }) => ({ ...failed, ...days(365, 365), paymentLinkId: linkOf(merchantId, 1) }),
  ],
  ['totals of an e-mail', 'payments/filter/totals', ({ turn }) => ({ search: prefixes[turn]! })],
  [
    'totals of a reference',
    'payments/filter/totals',
    ({ turn }) => ({ search: either(turn, 'pay_', 'pay_a', 'pay_b7', 'pay_c0ff') }),
  ],
  ['totals of a customer', 'payments/filter/totals', async (asked) => ({ customerEmail: (await oneOf(asked)).email })],
  ['overview, 30 days', 'payments/over-view', () => days(30, 30)],
  ['overview, 90 days', 'payments/over-view', () => days(90, 90)],
  ['overview, 365 days', 'payments/over-view', () => days(365, 365)],
  ['series, 30 days', 'payments/over-view/series', () => days(30, 30)],
  ['series, 365 days', 'payments/over-view/series', () => days(365, 365)],
]

/** The cases, each asked for the largest business and for smaller ones in turn. */
export async function cases(database: Database, merchantIds: string[]): Promise<Case[]> {
  const [largest, ...others] = merchantIds as [string, ...string[]]
  const merchants = [largest, others[0]!, largest, others[5]!, largest, others[20]!, largest, others[150]!]
  const requests = (make: (asked: Asked) => Promise<Case['requests'][number]>) =>
    Promise.all(merchants.map((merchantId, turn) => make({ merchantId, turn, database })))
  const listed = Object.entries(filters).map(async ([title, filter], place) => ({
    name: `list_${place}`,
    title,
    path: 'payments/filter',
    requests: await requests(async (asked) => {
      const query = { limit: '20', ...(typeof filter === 'function' ? await filter(asked) : filter) }
      const { merchantId } = asked
      return { query: { ...query, merchantId }, statement: await statementOf(merchantId, query) }
    }),
  }))
  const summed = figures.map(async ([title, path, filter], place) => ({
    name: `figures_${place}`,
    title,
    path,
    requests: await requests(async (asked) => ({
      query: { ...(await filter(asked)), merchantId: asked.merchantId },
    })),
  }))
  return Promise.all([...listed, ...summed])
}

/** The statement is taken from the product's own list as it sends it, so that what is compared cannot drift apart. */
async function statementOf(merchantId: string, query: object): Promise<Statement> {
  let sent: Statement | undefined
  const record = async (statement: Statement) => {
    sent = statement
    return { rows: [{ total: 0, id: null }] }
  }
  const context = { tx: { $client: { query: record } }, merchant: { id: merchantId } } as unknown as MerchantContext
  await list(context, z.parse(listPayments.input, query))
  if (!sent) throw new Error('The list sent no statement')
  return sent
}

interface Found {
  id: string
  reference: string
  email: string
  createdAt: Date
}

async function find({ database, merchantId }: Asked, rest: string, ...values: unknown[]): Promise<Found> {
  const { rows } = await database.read((tx) =>
    tx.$client.query<Found>(
      `select created_at as "createdAt", id, reference, customer_email as email
       from payments where merchant_id = $1 and ${rest}`,
      [merchantId, ...values],
    ),
  )
  return rows[0]!
}

const oneOf = (asked: Asked) => find(asked, 'true order by created_at desc offset $2 limit 1', 1_000 + asked.turn)

async function cursorAt(asked: Asked, condition: string): Promise<Filter> {
  const { createdAt, id } = await find(
    asked,
    `${condition} order by created_at desc, id desc offset least($2, (
       select count(*) / 2 from payments where merchant_id = $1 and ${condition})) limit 1`,
    depth,
  )
  return { cursor: toCursor([createdAt.toISOString(), id]) }
}

async function emailCursorAt(asked: Asked): Promise<Filter> {
  const { createdAt, id, email } = await find(
    asked,
    `customer_email >= 'sade.5' order by customer_email, created_at desc, id desc limit 1`,
  )
  return { cursor: toCursor([createdAt.toISOString(), id, email]) }
}
