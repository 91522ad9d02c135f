import type { listCharges } from '@adire/contract/charges.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { fromTimeCursor } from '../../database/keyset.ts'
import { pageOf } from '../../http/page.ts'
import { refuseTurnedDays } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { show } from './show.ts'
import { charges } from './tables.ts'

export async function list(context: MerchantContext, { limit, offset, cursor, ...filter }: Parsed<typeof listCharges>) {
  const { tx, config, now } = context
  const found = matching(context, filter)
  const counted = tx
    .select({ one: sql`1` })
    .from(charges)
    .where(found)
    .limit(limits.countedTo + 1)
    .as('counted')
  const [total] = await tx.select({ total: count() }).from(counted)
  const rows = await tx
    .select()
    .from(charges)
    .where(cursor === undefined ? found : and(found, olderThan(...fromTimeCursor(cursor))))
    .orderBy(desc(charges.createdAt), desc(charges.id))
    .limit(limit + 1)
    .offset(cursor === undefined ? offset : 0)
  return pageOf(
    await show(tx, config, rows, now),
    { limit, offset, cursor },
    {
      total: total!.total,
      show: (charge) => charge,
      keyOf: ({ createdAt, id }) => [createdAt, id],
    },
  )
}

type Filter = Omit<Parsed<typeof listCharges>, 'limit' | 'offset' | 'cursor'>

function matching({ merchant }: MerchantContext, { email, from, to }: Filter): SQL | undefined {
  refuseTurnedDays(from, to)
  return and(
    eq(charges.merchantId, merchant.id),
    email === undefined ? undefined : eq(charges.email, email),
    from === undefined ? undefined : gte(charges.createdAt, startOfDay(from)),
    to === undefined ? undefined : lt(charges.createdAt, startOfDay(addDays(to, 1))),
  )
}

const olderThan = (instant: string, id: string) =>
  sql`(${charges.createdAt}, ${charges.id}) < (${instant}::timestamptz, ${id}::uuid)`
