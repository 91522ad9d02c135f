import type { NewCharge } from '@adire/contract/charges.ts'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Context, MerchantContext, UsedKey } from '../../context.ts'
import { addKey } from '../../features/api-keys/add-key.ts'
import { showCharge } from '../../features/charges/charges.ts'
import { charges } from '../../features/charges/tables.ts'
import { initialise } from '../../features/checkout/initialise.ts'
import { lockPayment } from '../../features/payments/move.ts'
import { settle } from '../../features/payments/settle.ts'
import { idAt } from '../../features/request-log/keep.ts'
import { requestLog } from '../../features/request-log/tables.ts'
import { problem, problemBody } from '../../http/problem.ts'
import type { Chance } from './chance.ts'
import type { DemoPayer } from './payers.ts'
import { choose } from './payments.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const userAgent = 'tola-atelier-shop/2.3 node/24'
const ip = '102.89.34.17'

/** What the demo business's own shop asked for, by how many hours ago, and what became of it. */
const orders = [
  { ago: 149, item: 'Ankara shirt dress', naira: 31_500, fate: 'paid' },
  { ago: 121, item: 'Two yards of adire', naira: 14_000, fate: 'paid' },
  { ago: 98, item: 'Agbada, three pieces', naira: 118_000, fate: 'declined' },
  { ago: 76, item: 'Kaftan, indigo', naira: 42_750, fate: 'paid' },
  { ago: 51, item: 'Head tie', naira: 9_500, fate: 'paid' },
  { ago: 30, item: 'Ankara shirt dress', naira: 31_500, fate: 'paid' },
  { ago: 7, item: 'Wrapper and blouse', naira: 54_000, fate: 'paid' },
  { ago: 1.2, item: 'Two yards of adire', naira: 28_000, fate: 'open' },
] as const

interface Shop {
  context: Context
  luck: Chance
  merchantId: string
  key: UsedKey
}

/** Charges that the business's own server made with its secret key, and the lines of its calls in the log. */
export async function seedOrders(context: Context, luck: Chance, merchantId: string, payers: readonly DemoPayer[]) {
  const made = new Date(context.now.getTime() - 41 * 24 * hourMs)
  const { row, key } = await addKey(context.tx, { merchantId, mode: context.mode, kind: 'secret' }, made)
  const shop: Shop = { context, luck, merchantId, key: { id: row.id, last4: key.slice(-4) } }
  for (const [place, order] of orders.entries()) await seedOrder(shop, order, place, payers[20 + place * 7]!)
}

async function seedOrder(shop: Shop, order: (typeof orders)[number], place: number, payer: DemoPayer) {
  const { merchantId } = shop
  const at = new Date(shop.context.now.getTime() - order.ago * hourMs)
  const reference = `TA-2026-${2_041 + place * 3}`
  const wanted: z.output<typeof NewCharge> = {
    amountKobo: order.naira * 100,
    email: payer.email,
    name: payer.name,
    reference,
    description: order.item,
    callbackUrl: 'https://shop.tola-atelier.example/thanks',
    metadata: { orderId: 2_041 + place * 3, delivery: place % 2 === 0 ? 'Pick-up in Yaba' : 'Rider' },
  }
  const charge = await initialise(asShop(shop, at), wanted)
  await log(shop, { at, method: 'POST', path: 'charges/initialise', status: 201, request: wanted, answer: charge })
  const verify = (later: Date) => logVerify(shop, later, reference)
  if (place === 3) await logRepeated(shop, new Date(at.getTime() + 4_000), { ...wanted, amountKobo: 45_000_00 })
  if (place === 5) await logVerify(shop, new Date(at.getTime() + minuteMs), `${reference}-copy`)
  if (order.fate === 'open') return verify(new Date(at.getTime() + 5 * minuteMs))
  const paidAt = new Date(at.getTime() + 3 * minuteMs)
  const started = await lockPayment(shop.context.tx, { merchantId, id: charge.payment!.id })
  const card = { ...payer, prefers: 'card' as const }
  await choose({ ...shop.context, now: paidAt }, shop.luck, started!, card, new Date(at.getTime() + 2 * minuteMs))
  await settle(
    { ...shop.context, now: paidAt },
    { merchantId, id: started!.id },
    order.fate === 'paid' ? { kind: 'success', paidBy: 'card' } : { kind: 'failed', reason: 'insufficient_funds' },
  )
  await verify(new Date(paidAt.getTime() + 2_000))
}

const asShop = ({ context, merchantId, key }: Shop, now: Date): MerchantContext => ({
  ...context,
  now,
  realNow: now,
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
  if (!charge) return log(shop, { at, method: 'GET', path, status: 404, refusal: problem.notFound('charge') })
  const [answer] = await showCharge(tx, config, [charge], at)
  return log(shop, { at, method: 'GET', path, status: 200, answer })
}

/** The reference of one order for another amount, as a shop with a mistake in it asks. */
const logRepeated = (shop: Shop, at: Date, request: z.output<typeof NewCharge>) =>
  log(shop, {
    ...{ at, method: 'POST', path: 'charges/initialise', status: 409, request },
    refusal: problem.conflict('duplicate_reference', 'This reference was used for another charge. Use a new one'),
  })

interface Line {
  at: Date
  method: 'GET' | 'POST'
  path: string
  status: number
  request?: unknown
  answer?: unknown
  refusal?: ReturnType<typeof problem.notFound>
}

async function log({ context, luck, merchantId, key }: Shop, { at, refusal, request, answer, ...line }: Line) {
  const requestId = crypto.randomUUID()
  await context.tx.insert(requestLog).values({
    ...line,
    path: `/test/collections/${line.path}`,
    merchantId,
    id: idAt(at),
    createdAt: at,
    query: null,
    ms: 9 + luck.below(40),
    requestId,
    last4: key.last4,
    ip,
    userAgent,
    request: request === undefined ? null : JSON.stringify(request),
    response: JSON.stringify(refusal ? problemBody(refusal, requestId) : answer),
  })
}
