import type { listCharges } from '@adire/contract/charges.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { toSql } from '../../database/keyset.ts'
import { metadataCondition } from '../../database/metadata.ts'
import { listNewest } from '../../http/page.ts'
import { requireDayOrder } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { toChargeResponses } from './serialize.ts'
import { charges } from './tables.ts'

export async function listChargesHandler(context: MerchantContext, input: ParsedInput<typeof listCharges>) {
  const { tx, config, now } = context
  const page = await listNewest(tx, input, {
    table: charges,
    where: chargeCondition(context, input),
    from: tx.select().from(charges),
    serialize: (charge: typeof charges.$inferSelect) => charge,
    keyOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
  })
  return { ...page, content: await toChargeResponses(tx, config, page.content, now) }
}

function chargeCondition(
  { merchant }: MerchantContext,
  { email, from, to, metadata }: ParsedInput<typeof listCharges>,
): SQL | undefined {
  requireDayOrder(from, to)
  return and(
    eq(charges.merchantId, merchant.id),
    email === undefined ? undefined : eq(charges.email, email),
    from === undefined ? undefined : gte(charges.createdAt, startOfDay(from)),
    metadata && toSql((put) => metadataCondition(metadata, put)),
    to === undefined ? undefined : lt(charges.createdAt, startOfDay(addDays(to, 1))),
  )
}
