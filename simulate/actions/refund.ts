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
import {
  assertThat,
  pickBusiness,
  pickPayment,
  type SimulationAction,
  type SimulationScene,
  takeFault,
} from '../action.ts'
import type { ModelBusiness, ModelPayment, ModelRefund } from '../model.ts'
import { sideBySide } from '../side-by-side.ts'

export async function findPaymentId(
  scene: SimulationScene,
  business: ModelBusiness,
  payment: ModelPayment,
): Promise<string> {
  if (!payment.id) {
    const { content } = await scene.as(business.user).mustCall(listPayments, { search: payment.reference })
    assertThat('acknowledged', content.length === 1, () => `A payment that was begun is found ${content.length} times`)
    payment.id = content[0]!.id
  }
  return payment.id
}

/** Most payments refunded in one step. */
const maxAtOnce = 12
const isPaid = ({ end }: ModelPayment) => end === 'paid'

/** A paid payment, as the merchant sees it now. */
async function findPaid(scene: SimulationScene) {
  const found = pickPayment(scene, isPaid)
  if (!found) return undefined
  const caller = scene.as(found.business.user)
  const id = await findPaymentId(scene, found.business, found.payment)
  const { amountKobo: paidKobo, refundedKobo } = await caller.mustCall(getPayment, { id })
  return { ...found, caller, id, paidKobo, refundedKobo }
}

export const refundPayment: SimulationAction = async (scene) => {
  const paid = await findPaid(scene)
  if (!paid) return 'nothing paid'
  const { chance } = scene
  const { business, payment, caller, id, paidKobo, refundedKobo } = paid
  const share = chance.pick([1, 1, 0.5, 0.3, 1.2])
  const amountKobo = Math.max(1, Math.floor((paidKobo - refundedKobo) * share))
  const key = `refund-${business.refunds.length}-${payment.reference}`
  const input = { id, amountKobo, reason: 'duplicate' } as const
  const result = await caller.call(requestRefund, input, { idempotencyKey: key, ...takeFault(scene) })
  if (result.response) {
    storeRefund(business, payment, key, result.response)
    if (chance.is(0.4)) {
      const again = await caller.mustCall(requestRefund, input, { idempotencyKey: key })
      assertThat('once', again.id === result.response.id, () => 'A repeated key makes another refund')
    }
  }
  return `${business.name}: refund of ${amountKobo}: ${result.response?.status ?? result.error!.code}`
}

function storeRefund(
  business: ModelBusiness,
  payment: ModelPayment,
  key: string,
  { id, reference, amountKobo }: Pick<ModelRefund, 'id' | 'reference' | 'amountKobo'>,
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
 * Refunds all recent payments, the last two concurrently: the fees are not returned, so the balance is too low for both, and one
 * must wait.
 */
export const refundAll: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const caller = scene.as(business.user)
  const open: { id: string; payment: ModelPayment; amountKobo: number }[] = []
  for (const payment of business.payments.filter(isPaid).slice(-maxAtOnce)) {
    const id = await findPaymentId(scene, business, payment)
    const { leftKobo: amountKobo, refusal: error } = await caller.mustCall(getRefundable, { id })
    if (error === null && amountKobo > 0) open.push({ id, payment, amountKobo })
  }
  const requests = open.map(({ id, payment, amountKobo }) => ({
    payment,
    input: { id, amountKobo, reason: 'duplicate' } as const,
    key: `all-${business.refunds.length}-${payment.reference}`,
  }))
  const ends: string[] = []
  const sendRefund = async ({ payment, input, key }: (typeof requests)[number]) => {
    const { response, error } = await caller.call(requestRefund, input, { idempotencyKey: key })
    if (response) storeRefund(business, payment, key, response)
    ends.push(response?.status ?? error!.code)
  }
  const last = requests.slice(-2)
  for (const one of requests.slice(0, -2)) await sendRefund(one)
  await sideBySide(
    scene,
    last.map(
      ({ input, key }) =>
        (taskId) =>
          caller.once(taskId, requestRefund, input, { idempotencyKey: key }),
    ),
  )
  for (const one of last) await sendRefund(one)
  return `${business.name}: all is refunded: ${ends.join(', ')}`
}

/** Two concurrent refund requests of a business: with one idempotency key, or with two keys and a sum above the payment. */
export const refundsAtOnce: SimulationAction = async (scene) => {
  const paid = await findPaid(scene)
  if (!paid) return 'nothing paid'
  const { chance } = scene
  const { business, payment, caller, id, paidKobo } = paid
  const isOneKey = chance.is(0.5)
  const key = `refunds-${business.refunds.length}-${payment.reference}`
  const input = {
    id,
    amountKobo: Math.max(1, Math.floor(paidKobo * chance.pick([0.7, 0.4, 1]))),
    reason: 'duplicate',
  } as const
  const keys = isOneKey ? [key, key] : [`${key}-a`, `${key}-b`]
  await sideBySide(
    scene,
    keys.map((idempotencyKey) => (taskId: string) => caller.once(taskId, requestRefund, input, { idempotencyKey })),
  )
  const ends: string[] = []
  const ids = new Set<string>()
  for (const idempotencyKey of keys) {
    const { response, error } = await caller.call(requestRefund, input, { idempotencyKey })
    if (response) {
      storeRefund(business, payment, idempotencyKey, response)
      ids.add(response.id)
    }
    ends.push(response?.status ?? error!.code)
  }
  if (isOneKey) assertThat('once', ids.size <= 1, () => 'Two refunds of one key at once are two refunds')
  return `${business.name}: refunds at once, ${isOneKey ? 'one key' : 'two keys'}, ${input.amountKobo}: ${ends.join(', ')}`
}

/** Continues or cancels a refund that waits for the business. */
export const continueRefund: SimulationAction = async (scene) => {
  const { chance, model } = scene
  const open = model.businesses.flatMap((business) => business.refunds.map((refund) => ({ business, refund })))
  if (open.length === 0) return 'no refunds'
  const { business, refund } = chance.pick(open)
  const caller = scene.as(business.user)
  const { status } = await caller.mustCall(getRefund, { id: refund.id })
  if (status === 'needs_attention' && chance.is(0.7)) {
    const isClosed = chance.is(0.3)
    const accountNumber = isClosed ? '0000000070' : '0000000018'
    refund.toClosedAccount ||= isClosed
    await caller.mustCall(confirmUser, { password: business.user.password })
    const result = await caller.call(
      payRefundToAccount,
      { id: refund.id, bankId: 8, accountNumber, nameConfirmed: true },
      takeFault(scene),
    )
    if (result.response && !isClosed) refund.hasGoodAccount = true
    return `${business.name}: refund to an account: ${result.response?.status ?? result.error!.code}`
  }
  if (status === 'needs_attention' || status === 'pending') {
    const result = await caller.call(cancelRefund, { id: refund.id }, takeFault(scene))
    const after = await caller.mustCall(getRefund, { id: refund.id })
    refund.cancelled = after.status === 'failed'
    assertThat(
      'acknowledged',
      refund.cancelled || !result.response,
      () => `A refund whose cancellation was acknowledged is ${after.status}`,
    )
    return `${business.name}: refund cancelled: ${result.response?.status ?? result.error!.code}`
  }
  return `${business.name}: refund is ${status}`
}

export const allRefunds = async (scene: SimulationScene, business: ModelBusiness) => {
  const { mustCall } = scene.as(business.user)
  const found: Awaited<ReturnType<typeof mustCall<typeof listRefunds>>>['content'] = []
  for (let offset = 0; ; offset += 100) {
    const { content } = await mustCall(listRefunds, { limit: 100, offset })
    found.push(...content)
    if (content.length < 100) return found
  }
}
