import { payByCard, startPayment } from '../../contract/checkout.ts'
import { createPaymentLink } from '../../contract/payment-links.ts'
import { assertThat, pickBusiness, type SimulationAction, takeFault } from '../action.ts'
import type { ModelPayment } from '../model.ts'
import { calculateFees, grossFor } from '../money.ts'
import { priceAt } from '../prices.ts'
import { cardsByName, recordOutcome } from './payer.ts'
import { passMorning } from './time.ts'

/** Prices at thresholds: minimum payout, stamp duty, flat part of the fee, fee cap. */
const prices = [99_999, 100_000, 100_001, 999_999, 1_000_000, 1_000_001]
const amounts = [249_999, 250_000, 12_666_666, 12_666_667, 12_700_000]

let links = 0

/** A day with exactly one payment, of an amount at a threshold; then the next morning. */
export const exactDay: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { chance, payer, environment } = scene
  const isNet = chance.is(0.6)
  const price = priceAt(business, 'card', environment.now())
  const amountKobo = isNet ? chance.pick(prices) : chance.pick(amounts)
  const feeBearer = isNet ? 'customer' : 'merchant'
  const link = await scene
    .as(business.user)
    .mustCall(createPaymentLink, { name: `Exact number ${++links}`, amountKobo, feeBearer })
  const begun = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const state = await payer.mustCall(startPayment, begun)
  const due = isNet ? grossFor(amountKobo, price) : amountKobo
  assertThat(
    'price',
    state.amountKobo === due,
    () => `A price of ${amountKobo} asks for ${state.amountKobo}, not ${due}`,
  )
  const { accessCode, reference } = state
  const payment: ModelPayment = {
    reference,
    accessCode,
    email: begun.email,
    priceKobo: amountKobo,
    feeBearer,
    end: 'open',
    channel: null,
    card: 'plain',
    startedAt: environment.now().toISOString(),
    id: null,
    split: null,
  }
  business.payments.push(payment)
  recordOutcome(payment, await payer.mustCall(payByCard, { accessCode, ...cardsByName.plain }, takeFault(scene)))
  await passMorning(scene)
  await passMorning(scene)
  return `${business.name}: one payment of ${due}, of which ${calculateFees(due, price).net} stay: ${payment.end}`
}
