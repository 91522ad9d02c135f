import type { NewCharge } from '@adire/contract/charges-schemas.ts'
import { dayMs, hourMs, minuteMs } from '@adire/contract/durations.ts'
import { and, eq, max } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Context, MerchantContext, UsedKey } from '../../context.ts'
import { addKey } from '../../features/api-keys/add-key.ts'
import { isApiKey } from '../../features/api-keys/find-key.ts'
import { apiKeys } from '../../features/api-keys/tables.ts'
import { toChargeResponses } from '../../features/charges/serialize.ts'
import { charges } from '../../features/charges/tables.ts'
import { initialiseChargeHandler } from '../../features/checkout/initialise.ts'
import { applyOutcome } from '../../features/payments/apply-outcome.ts'
import { lockPayment } from '../../features/payments/move.ts'
import { uuidAt } from '../../features/request-log/log-requests.ts'
import { requestLog } from '../../features/request-log/tables.ts'
import { problem, problemBody } from '../../http/problem.ts'
import type { RandomSource } from './chance.ts'
import { contextAt } from './context-at.ts'
import type { DemoPayer } from './payers.ts'
import { choosePaymentMethod } from './payments.ts'

const userAgent = 'tola-atelier-shop/2.3 node/24'
const ip = '102.89.34.17'

/** Charges of the demo business's own shop, by age in hours, with their outcome. */
const orders = [
  { ago: 149, item: 'Ankara shirt dress', naira: 31_500, outcome: 'paid' },
  { ago: 121, item: 'Two yards of adire', naira: 14_000, outcome: 'paid' },
  { ago: 98, item: 'Agbada, three pieces', naira: 118_000, outcome: 'declined' },
  { ago: 76, item: 'Kaftan, indigo', naira: 42_750, outcome: 'paid' },
  { ago: 51, item: 'Head tie', naira: 9_500, outcome: 'paid' },
  { ago: 30, item: 'Ankara shirt dress', naira: 31_500, outcome: 'paid' },
  { ago: 7, item: 'Wrapper and blouse', naira: 54_000, outcome: 'paid' },
  { ago: 1.2, item: 'Two yards of adire', naira: 28_000, outcome: 'open' },
] as const

interface Shop {
  context: Context
  random: RandomSource
  merchantId: string
  key: UsedKey
}

/** Charges that the business's server created with its secret key, with its calls in the request log. */
export async function seedOrders(
  context: Context,
  random: RandomSource,
  merchantId: string,
  payers: readonly DemoPayer[],
) {
  const made = new Date(context.now.getTime() - 41 * dayMs)
  const { row, key } = await addKey(context.tx, { merchantId, mode: context.mode, kind: 'secret' }, made)
  const shop: Shop = { context, random, merchantId, key: { id: row.id, last4: key.slice(-4) } }
  for (const [index, order] of orders.entries()) await seedOrder(shop, order, index, payers[20 + index * 7]!)
  const [last] = await context.tx
    .select({ at: max(requestLog.createdAt) })
    .from(requestLog)
    .where(eq(requestLog.merchantId, merchantId))
  await context.tx.update(apiKeys).set({ lastUsedAt: last!.at }).where(isApiKey(row))
}

async function seedOrder(shop: Shop, order: (typeof orders)[number], index: number, payer: DemoPayer) {
  const { merchantId } = shop
  const at = new Date(shop.context.now.getTime() - order.ago * hourMs)
  const reference = `TA-2026-${2_041 + index * 3}`
  const newCharge: z.output<typeof NewCharge> = {
    amountKobo: order.naira * 100,
    email: payer.email,
    name: payer.name,
    reference,
    description: order.item,
    callbackUrl: 'https://shop.tola-atelier.example/thanks',
    metadata: { orderId: 2_041 + index * 3, delivery: index % 2 === 0 ? 'Pick-up in Yaba' : 'Rider' },
  }
  const charge = await initialiseChargeHandler(asShop(shop, at), newCharge)
  await logRequest(shop, {
    at,
    method: 'POST',
    path: 'charges/initialise',
    status: 201,
    request: newCharge,
    response: charge,
  })
  const verify = (later: Date) => logVerify(shop, later, reference)
  if (index === 3) await logRepeated(shop, new Date(at.getTime() + 4_000), { ...newCharge, amountKobo: 45_000_00 })
  if (index === 5) await logVerify(shop, new Date(at.getTime() + minuteMs), `${reference}-copy`)
  if (order.outcome === 'open') return verify(new Date(at.getTime() + 5 * minuteMs))
  const paidAt = new Date(at.getTime() + 3 * minuteMs)
  const started = await lockPayment(shop.context.tx, { merchantId, id: charge.payment!.id })
  const card = { ...payer, prefers: 'card' as const }
  await choosePaymentMethod(
    contextAt(shop.context, paidAt),
    shop.random,
    started!,
    card,
    new Date(at.getTime() + 2 * minuteMs),
  )
  await applyOutcome(
    contextAt(shop.context, paidAt),
    { merchantId, id: started!.id },
    order.outcome === 'paid' ? { kind: 'success', paidBy: 'card' } : { kind: 'failed', reason: 'insufficient_funds' },
  )
  await verify(new Date(paidAt.getTime() + 2_000))
}

const asShop = ({ context, merchantId, key }: Shop, now: Date): MerchantContext => ({
  ...contextAt(context, now),
  merchant: { id: merchantId },
  user: undefined,
  apiKey: key,
})

async function logVerify(shop: Shop, at: Date, reference: string) {
  const { tx, config } = shop.context
  const path = `charges/verify/${reference}`
  const [charge] = await tx
    .select()
    .from(charges)
    .where(and(eq(charges.merchantId, shop.merchantId), eq(charges.reference, reference)))
  if (!charge) return logRequest(shop, { at, method: 'GET', path, status: 404, error: problem.notFound('charge') })
  const [response] = await toChargeResponses(tx, config, [charge], at)
  return logRequest(shop, { at, method: 'GET', path, status: 200, response })
}

/** A logged call that repeats a reference with another amount, as from a shop with a bug. */
const logRepeated = (shop: Shop, at: Date, request: z.output<typeof NewCharge>) =>
  logRequest(shop, {
    ...{ at, method: 'POST', path: 'charges/initialise', status: 409, request },
    error: problem.conflict(
      'duplicate_reference',
      'This reference was used for another charge. Use a new reference',
      'reference',
    ),
  })

interface Line {
  at: Date
  method: 'GET' | 'POST'
  path: string
  status: number
  request?: unknown
  response?: unknown
  error?: ReturnType<typeof problem.notFound>
}

async function logRequest({ context, random, merchantId, key }: Shop, { at, error, request, response, ...line }: Line) {
  const requestId = crypto.randomUUID()
  await context.tx.insert(requestLog).values({
    ...line,
    path: `/test/collections/${line.path}`,
    merchantId,
    id: uuidAt(at),
    createdAt: at,
    query: null,
    ms: 9 + random.below(40),
    requestId,
    last4: key.last4,
    ip,
    userAgent,
    request: request === undefined ? null : JSON.stringify(request),
    response: JSON.stringify(error ? problemBody(error, requestId, context.config.publicUrl) : response),
  })
}
