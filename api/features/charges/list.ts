import type { listCharges } from '@adire/contract/charges.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { newestOf } from '../../http/page.ts'
import { refuseTurnedDays } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { show } from './show.ts'
import { charges } from './tables.ts'

export async function list(context: MerchantContext, input: Parsed<typeof listCharges>) {
  const { tx, config, now } = context
  const page = await newestOf(tx, input, {
    table: charges,
    where: matching(context, input),
    from: tx.select().from(charges),
    show: (charge: typeof charges.$inferSelect) => charge,
    keyOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
  })
  return { ...page, content: await show(tx, config, page.content, now) }
}

function matching({ merchant }: MerchantContext, { email, from, to }: Parsed<typeof listCharges>): SQL | undefined {
  refuseTurnedDays(from, to)
  return and(
    eq(charges.merchantId, merchant.id),
    email === undefined ? undefined : eq(charges.email, email),
    from === undefined ? undefined : gte(charges.createdAt, startOfDay(from)),
    to === undefined ? undefined : lt(charges.createdAt, startOfDay(addDays(to, 1))),
  )
}
