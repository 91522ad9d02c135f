import { listPayments } from '@adire/contract/payments.ts'
import * as z from 'zod/mini'
import type { MerchantContext } from '../api/context.ts'
import type { Database } from '../api/database/connect.ts'
import { toCursor } from '../api/database/keyset.ts'
import { list } from '../api/features/payments/list.ts'

/** A query as the list sends it; without a name it is planned for its values each time. */
export interface Statement {
  name?: string
  text: string
  values: unknown[]
}

/** What is measured: the same few questions, asked through every door. */
export interface Case {
  name: string
  title: string
  requests: { query: Record<string, string>; statement: Statement }[]
}

const asked = { limit: '20' }
/** A page this far down. */
const depth = 5_000

/** The cases, each asked for the largest business and for smaller ones in turn. */
export async function cases(database: Database, merchantIds: string[]): Promise<Case[]> {
  const [largest, ...others] = merchantIds as [string, ...string[]]
  const merchants = [largest, others[0]!, largest, others[5]!, largest, others[20]!, largest, others[48]!]
  const make = async (name: string, title: string, filter: (merchantId: string, turn: number) => Promise<object>) => ({
    name,
    title,
    requests: await Promise.all(
      merchants.map(async (merchantId, turn) => {
        const query = { ...asked, ...(await filter(merchantId, turn)) }
        return { query: { ...query, merchantId }, statement: await statementOf(merchantId, query) }
      }),
    ),
  })
  const prefixes = ['ade.1', 'bola.', 'funke.3', 'kemi', 'ngozi.6', 'tunde.12', 'sade.1', 'yemi.14']
  return [
    await make('first', 'first page', async () => ({})),
    await make('deep', `page behind ${depth.toLocaleString('en')}`, async (merchantId) => ({
      cursor: await cursorAt(database, merchantId),
    })),
    await make('status', 'status filter', async (_, turn) => ({ status: ['failed', 'refunded'][(turn >> 1) % 2]! })),
    await make('email', 'e-mail prefix', async (_, turn) => ({ search: prefixes[turn]! })),
    await make('last4', 'last four', async (_, turn) => ({ search: String(1234 + 1000 * turn) })),
  ]
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

async function cursorAt({ read }: Database, merchantId: string): Promise<string> {
  const { rows } = await read((tx) =>
    tx.$client.query<{ createdAt: Date; id: string }>(
      `select created_at as "createdAt", id from payments where merchant_id = $1
       order by created_at desc, id desc offset $2 limit 1`,
      [merchantId, depth],
    ),
  )
  return toCursor([rows[0]!.createdAt.toISOString(), rows[0]!.id])
}
