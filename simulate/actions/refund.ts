import { getPayment, listPayments } from '../../contract/payments.ts'
import {
  cancelRefund,
  getRefund,
  getRefundable,
  listRefunds,
  payRefundToAccount,
  requestRefund,
} from '../../contract/refunds.ts'
import { confirmUser } from '../../contract/users.ts'
import { type Action, expect, type Scene, someBusiness, somePayment, takeFault } from '../action.ts'
import type { Business, Payment, Refund } from '../model.ts'
import { sideBySide } from '../side-by-side.ts'

export async function idOf(scene: Scene, business: Business, payment: Payment): Promise<string> {
  if (!payment.id) {
    const { content } = await scene.as(business.person).sure(listPayments, { search: payment.reference })
    expect('acknowledged', content.length === 1, () => `A payment that was begun is found ${content.length} times`)
    payment.id = content[0]!.id
  }
  return payment.id
}

/** So many payments are given back in one step. */
const mostAtOnce = 12
const isPaid = ({ end }: Payment) => end === 'paid'

export const refund: Action = async (scene) => {
  const found = somePayment(scene, isPaid)
  if (!found) return 'nothing paid'
  const { chance } = scene
  const { business, payment } = found
  const caller = scene.as(business.person)
  const id = await idOf(scene, business, payment)
  const { amountKobo: paidKobo, refundedKobo } = await caller.sure(getPayment, { id })
  const share = chance.pick([1, 1, 0.5, 0.3, 1.2])
  const amountKobo = Math.max(1, Math.floor((paidKobo - refundedKobo) * share))
  const key = `refund-${business.refunds.length}-${payment.reference}`
  const wanted = { id, amountKobo, reason: 'duplicate' } as const
  const told = await caller.call(requestRefund, wanted, { idempotencyKey: key, ...takeFault(scene) })
  if (told.answer) {
    keep(business, payment, key, told.answer)
    if (chance.is(0.4)) {
      const again = await caller.sure(requestRefund, wanted, { idempotencyKey: key })
      expect('once', again.id === told.answer.id, () => 'A repeated key makes another refund')
    }
  }
  return `${business.name}: refund of ${amountKobo}: ${told.answer?.status ?? told.refusal!.code}`
}

function keep(
  business: Business,
  payment: Payment,
  key: string,
  { id, reference, amountKobo }: Pick<Refund, 'id' | 'reference' | 'amountKobo'>,
) {
  if (business.refunds.some((known) => known.id === id)) return
  const { card, reference: paymentReference } = payment
  business.refunds.push({
    key,
    id,
    reference,
    paymentReference,
    amountKobo,
    card,
    cancelled: false,
    toClosedAccount: false,
    hasGoodAccount: false,
  })
}

/**
 * A business gives back all it took, the last two payments at the same time: the fees are gone, so the balance holds too little for
 * both, and one has to wait.
 */
export const refundAll: Action = async (scene) => {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const caller = scene.as(business.person)
  const open: { id: string; payment: Payment; amountKobo: number }[] = []
  for (const payment of business.payments.filter(isPaid).slice(-mostAtOnce)) {
    const id = await idOf(scene, business, payment)
    const { leftKobo: amountKobo, refusal } = await caller.sure(getRefundable, { id })
    if (refusal === null && amountKobo > 0) open.push({ id, payment, amountKobo })
  }
  const asks = open.map(({ id, payment, amountKobo }) => ({
    payment,
    wanted: { id, amountKobo, reason: 'duplicate' } as const,
    key: `all-${business.refunds.length}-${payment.reference}`,
  }))
  const ends: string[] = []
  const ask = async ({ payment, wanted, key }: (typeof asks)[number]) => {
    const { answer, refusal } = await caller.call(requestRefund, wanted, { idempotencyKey: key })
    if (answer) keep(business, payment, key, answer)
    ends.push(answer?.status ?? refusal!.code)
  }
  const last = asks.slice(-2)
  for (const one of asks.slice(0, -2)) await ask(one)
  await sideBySide(
    scene,
    last.map(
      ({ wanted, key }) =>
        (taskId) =>
          caller.once(taskId, requestRefund, wanted, { idempotencyKey: key }),
    ),
  )
  for (const one of last) await ask(one)
  return `${business.name}: all is refunded: ${ends.join(', ')}`
}

/** Two servers of a business ask for a refund at once: with one key, or for more together than there is. */
export const refundsAtOnce: Action = async (scene) => {
  const found = somePayment(scene, isPaid)
  if (!found) return 'nothing paid'
  const { chance } = scene
  const { business, payment } = found
  const caller = scene.as(business.person)
  const id = await idOf(scene, business, payment)
  const { amountKobo: paidKobo } = await caller.sure(getPayment, { id })
  const isOneKey = chance.is(0.5)
  const key = `refunds-${business.refunds.length}-${payment.reference}`
  const wanted = {
    id,
    amountKobo: Math.max(1, Math.floor(paidKobo * chance.pick([0.7, 0.4, 1]))),
    reason: 'duplicate',
  } as const
  const keys = isOneKey ? [key, key] : [`${key}-a`, `${key}-b`]
  await sideBySide(
    scene,
    keys.map((idempotencyKey) => (taskId: string) => caller.once(taskId, requestRefund, wanted, { idempotencyKey })),
  )
  const ends: string[] = []
  const ids = new Set<string>()
  for (const idempotencyKey of keys) {
    const { answer, refusal } = await caller.call(requestRefund, wanted, { idempotencyKey })
    if (answer) {
      keep(business, payment, idempotencyKey, answer)
      ids.add(answer.id)
    }
    ends.push(answer?.status ?? refusal!.code)
  }
  if (isOneKey) expect('once', ids.size <= 1, () => 'Two refunds of one key at once are two refunds')
  return `${business.name}: refunds at once, ${isOneKey ? 'one key' : 'two keys'}, ${wanted.amountKobo}: ${ends.join(', ')}`
}

/** What the business does about a refund that waits. */
export const tendRefund: Action = async (scene) => {
  const { chance, model } = scene
  const open = model.businesses.flatMap((business) => business.refunds.map((refund) => ({ business, refund })))
  if (open.length === 0) return 'no refunds'
  const { business, refund } = chance.pick(open)
  const caller = scene.as(business.person)
  const { status } = await caller.sure(getRefund, { id: refund.id })
  if (status === 'needs_attention' && chance.is(0.7)) {
    const isClosed = chance.is(0.3)
    const accountNumber = isClosed ? '0000000070' : '0000000018'
    refund.toClosedAccount ||= isClosed
    await caller.sure(confirmUser, { password: business.person.password })
    const told = await caller.call(
      payRefundToAccount,
      { id: refund.id, bankId: 8, accountNumber, nameConfirmed: true },
      takeFault(scene),
    )
    if (told.answer && !isClosed) refund.hasGoodAccount = true
    return `${business.name}: refund to an account: ${told.answer?.status ?? told.refusal!.code}`
  }
  if (status === 'needs_attention' || status === 'pending') {
    const told = await caller.call(cancelRefund, { id: refund.id }, takeFault(scene))
    const after = await caller.sure(getRefund, { id: refund.id })
    refund.cancelled = after.status === 'failed'
    expect(
      'acknowledged',
      refund.cancelled || !told.answer,
      () => `A refund whose cancellation was acknowledged is ${after.status}`,
    )
    return `${business.name}: refund cancelled: ${told.answer?.status ?? told.refusal!.code}`
  }
  return `${business.name}: refund is ${status}`
}

export const allRefunds = async (scene: Scene, business: Business) => {
  const { sure } = scene.as(business.person)
  const found: Awaited<ReturnType<typeof sure<typeof listRefunds>>>['content'] = []
  for (let offset = 0; ; offset += 100) {
    const { content } = await sure(listRefunds, { limit: 100, offset })
    found.push(...content)
    if (content.length < 100) return found
  }
}
