import {
  answerBank,
  getCheckoutState,
  payByAccount,
  payByCard,
  payByQr,
  payByTransfer,
  payByUssd,
  simulateOutcome,
  startPayment,
} from '../../contract/checkout.ts'
import type { CheckoutState } from '../../contract/checkout-schemas.ts'
import type { Outcome } from '../../contract/simulated-payment-schemas.ts'
import {
  assertSame,
  assertThat,
  pickPayment,
  type SimulationAction,
  type SimulationScene,
  takeFault,
} from '../action.ts'
import { Crash } from '../environment.ts'
import type { ModelBusiness, ModelLink, ModelPayment, PaymentEnd } from '../model.ts'
import { grossFor } from '../money.ts'
import { priceAt } from '../prices.ts'
import { jobLane, sideBySide } from '../side-by-side.ts'
import { firstPriceKobo } from '../subscription-price.ts'
import { chooseCoupon } from './extras.ts'
import { findPaymentId } from './refund.ts'

const expiry = { expiryMonth: 12, expiryYear: 2045 }

/** Published test cards by behaviour. */
export const cardsByName = {
  plain: { number: '4084084084084081', cvv: '408', ...expiry },
  pin: { number: '507850785078507812', cvv: '081', ...expiry },
  pinOtp: { number: '5060666666666666666', cvv: '123', ...expiry },
  phone: { number: '507850785078507804', cvv: '884', ...expiry },
  declined: { number: '4084080000005408', cvv: '001', ...expiry },
  noFunds: { number: '4084080000670037', cvv: '787', ...expiry },
  refundFails: { number: '4084080000671803', cvv: '180', ...expiry },
  refundNeedsAccount: { number: '4084080000671902', cvv: '190', ...expiry },
  disputed: { number: '4000000000000259', cvv: '123', ...expiry },
  failsLater: { number: '4000000000000341', cvv: '123', ...expiry },
  timeout: { number: '4000000000000119', cvv: '123', ...expiry },
} as const
type CardName = keyof typeof cardsByName

const pins: Partial<Record<CardName, string>> = { pin: '1111', pinOtp: '1234', phone: '0000' }
const endsByCard: Partial<Record<CardName, PaymentEnd>> = { declined: 'not paid', noFunds: 'not paid', timeout: 'open' }

const payerEmails = ['ada@example.com', 'bayo@example.com', 'chike@example.com', 'dele@example.com']

/** Starts a payment on a link of a business. */
async function startLinkPayment(
  scene: SimulationScene,
  business: ModelBusiness,
  link: ModelLink,
): Promise<ModelPayment> {
  const { chance, payer, environment } = scene
  const email = chance.pick(payerEmails)
  const coupon = chooseCoupon(scene, business, link.planId)
  const input = {
    slug: link.slug,
    checkoutId: crypto.randomUUID(),
    email,
    name: email.split('@')[0]!,
  }
  const fault = chance.is(0.5) ? takeFault(scene) : {}
  const reduced = coupon && (await payer.call(startPayment, { ...input, couponId: coupon.id }, fault))
  // A coupon whose redemptions are used up is rejected; the payer continues without it.
  const state = reduced?.response ?? (await payer.mustCall(startPayment, input, coupon ? {} : fault))
  const used = reduced?.response && coupon
  const payment: ModelPayment = {
    reference: state.reference,
    accessCode: state.accessCode,
    email,
    priceKobo: state.priceKobo,
    feeBearer: link.feeBearer,
    end: 'open',
    channel: null,
    card: null,
    startedAt: environment.now().toISOString(),
    id: null,
    split: business.splits.find(({ id }) => id === link.splitId) ?? null,
  }
  if (link.planId === null) {
    const due =
      link.feeBearer === 'customer'
        ? grossFor(link.amountKobo!, priceAt(business, 'card', payment.startedAt))
        : link.amountKobo!
    assertThat('price', state.priceKobo === link.amountKobo && state.amountKobo === due, () => {
      return `A payment of ${link.amountKobo} asks for ${state.amountKobo}, not ${due}`
    })
  } else
    assertSame(
      'price',
      'What a first charge asks for',
      state.amountKobo,
      firstPriceKobo(business.plans.find(({ id }) => id === link.planId)!, used),
    )
  business.payments.push(payment)
  return payment
}

/** A random link that matches, with its business. */
function pickLink({ model, chance }: SimulationScene, fits: (link: ModelLink) => boolean) {
  const found = model.businesses.flatMap((business) => business.links.filter(fits).map((link) => ({ business, link })))
  return found.length > 0 ? chance.pick(found) : undefined
}

export const makePayment: SimulationAction = async (scene) => {
  const { chance } = scene
  const found = pickLink(scene, () => true)
  if (!found) return 'no links'
  const { business, link } = found
  const payment = await startLinkPayment(scene, business, link)
  const channel = link.planId
    ? 'card'
    : chance.weighted({ card: 10, bank_transfer: 4, ussd: 2, qr: 1, bank_account: 1, none: 1 })
  const how =
    channel === 'card'
      ? await payWithCard(scene, payment, link.planId !== null)
      : channel === 'none'
        ? 'left'
        : await payWithOtherChannel(scene, payment, channel)
  return `${business.name}: pays ${payment.priceKobo} by ${channel}, ${how}: ${payment.end}`
}

const cardWeights: Record<CardName, number> = {
  plain: 10,
  pin: 2,
  pinOtp: 1,
  phone: 1,
  declined: 1,
  noFunds: 1,
  refundFails: 2,
  refundNeedsAccount: 2,
  disputed: 3,
  failsLater: 1,
  timeout: 1,
}

async function payWithCard(scene: SimulationScene, payment: ModelPayment, isPlan: boolean): Promise<string> {
  const { chance, payer } = scene
  const name = isPlan ? chance.pick(['plain', 'failsLater'] as const) : chance.weighted(cardWeights)
  payment.card = name
  const { accessCode } = payment
  let { response: state, error } = await payer.call(payByCard, { accessCode, ...cardsByName[name] }, takeFault(scene))
  for (let challengeCount = 0; state && challengeCount < 5; challengeCount++) {
    const challenge = { send_pin: 'pin', send_otp: 'otp', send_phone: 'phone', send_birthday: 'birthday' }[
      state.step as string
    ] as 'pin' | 'otp' | 'phone' | undefined
    if (!challenge) break
    const challengeResponse = { pin: pins[name] ?? '0000', otp: '123456', phone: '08031234567' }[challenge]
    const result = await payer.call(
      answerBank,
      { accessCode, question: challenge, answer: challengeResponse },
      takeFault(scene),
    )
    state = result.response ?? (await payer.mustCall(getCheckoutState, { accessCode }))
    error = result.error
  }
  state ??= await payer.mustCall(getCheckoutState, { accessCode })
  recordOutcome(payment, state)
  const expected = endsByCard[name] ?? 'paid'
  // A lost processor response leaves the payment in `processing` until the product polls again.
  if (payment.end !== 'open')
    assertThat(
      'checkout',
      payment.end === expected,
      () => `The card ${name} ends in ${state.status} (${error?.code ?? 'no error'})`,
    )
  return name
}

async function payWithOtherChannel(
  scene: SimulationScene,
  payment: ModelPayment,
  channel: 'bank_transfer' | 'ussd' | 'qr' | 'bank_account',
) {
  const { chance, payer } = scene
  const { accessCode } = payment
  if (channel === 'bank_transfer') {
    await payer.mustCall(payByTransfer, { accessCode }, takeFault(scene))
    return simulate(
      scene,
      payment,
      chance.weighted({ exact: 6, short: 1, over: 1, twice: 2, late: 1, in_flight: 2, time_out: 1 }),
    )
  }
  if (channel === 'bank_account') {
    const isFunded = chance.is(0.7)
    const account = { bankCode: '057', accountNumber: isFunded ? '0000000011' : '0000000028' }
    await payer.mustCall(payByAccount, { accessCode, ...account }, takeFault(scene))
    await payer.call(answerBank, { accessCode, question: 'birthday', answer: '1990-08-25' })
    await payer.call(answerBank, { accessCode, question: 'otp', answer: '123456' })
    recordOutcome(payment, await payer.mustCall(getCheckoutState, { accessCode }))
    return isFunded ? 'funded' : 'without funds'
  }
  if (channel === 'ussd') await payer.mustCall(payByUssd, { accessCode, bankCode: '058' }, takeFault(scene))
  else await payer.mustCall(payByQr, { accessCode }, takeFault(scene))
  return simulate(scene, payment, chance.weighted({ approve: 4, decline: 1, time_out: 1 }))
}

async function simulate(scene: SimulationScene, payment: ModelPayment, outcome: Outcome): Promise<string> {
  const { accessCode } = payment
  await scene.payer.call(simulateOutcome, { accessCode, outcome }, takeFault(scene))
  recordOutcome(payment, await scene.payer.mustCall(getCheckoutState, { accessCode }))
  return outcome
}

const paid = ['success', 'partially_refunded', 'refunded', 'reversed']

/** Stores the outcome from the checkout page in the model. Once final, it must not change. */
export function recordOutcome(payment: ModelPayment, { status, channel }: CheckoutState): void {
  const end: PaymentEnd = paid.includes(status) ? 'paid' : status === 'failed' ? 'not paid' : 'open'
  assertThat('acknowledged', payment.end === 'open' || payment.end === end, () => {
    return `A payment that was ${payment.end} is now ${status}`
  })
  payment.end = end
  payment.channel = channel
}

/** A payer returns to an open payment and continues it. */
export const comeBack: SimulationAction = async (scene) => {
  const found = pickPayment(scene, ({ end, channel }) => end === 'open' && channel !== null)
  if (!found) return 'nothing open'
  const { payment, business } = found
  const state = await scene.payer.mustCall(getCheckoutState, { accessCode: payment.accessCode })
  recordOutcome(payment, state)
  if (payment.end !== 'open' || state.channel === 'card' || state.channel === 'bank_account')
    return `${business.name}: looks again: ${state.status}`
  const how = await simulate(
    scene,
    payment,
    state.channel === 'bank_transfer' ? scene.chance.pick(['exact', 'twice', 'in_flight']) : 'approve',
  )
  return `${business.name}: comes back, ${how}: ${payment.end}`
}

/** The processor's webhook reports success while the product polls the same payment. */
export const duplicateWebhook: SimulationAction = async (scene) => {
  const found = pickPayment(
    scene,
    ({ end, channel }) => end === 'open' && channel !== null && channel !== 'card' && channel !== 'bank_account',
  )
  if (!found) return 'nothing open'
  const { payment, business } = found
  const { merchantId } = business.user
  const { accessCode } = payment
  const outcome = payment.channel === 'bank_transfer' ? 'exact' : 'approve'
  const paymentId = await findPaymentId(scene, business, payment)
  await sideBySide(scene, [
    (taskId) => scene.payer.once(taskId, simulateOutcome, { accessCode, outcome }),
    jobLane(scene, 'check-payment', { merchantId, paymentId, mode: 'TEST' }, merchantId),
  ])
  recordOutcome(payment, await scene.payer.mustCall(getCheckoutState, { accessCode }))
  return `${business.name}: ${outcome} is heard twice: ${payment.end}`
}

/** A transfer arrives after its payment was abandoned, and the process crashes before it handles the webhook; a later poll finds it. */
export const messageLost: SimulationAction = async (scene) => {
  const { chance, payer, environment } = scene
  const found = pickLink(scene, ({ planId }) => planId === null)
  if (!found) return 'no links'
  const { business, link } = found
  const payment = await startLinkPayment(scene, business, link)
  const { accessCode } = payment
  await payer.mustCall(payByTransfer, { accessCode })
  const fault = { kind: 'crash_between', at: chance.between(2, 6) } as const
  await environment
    .within(fault, ({ id }) => payer.once(id, simulateOutcome, { accessCode, outcome: 'in_flight' }))
    .catch((error) => {
      if (!(error instanceof Crash)) throw error
    })
  recordOutcome(payment, await payer.mustCall(getCheckoutState, { accessCode }))
  return `${business.name}: the message of a transfer is lost: ${payment.end}`
}
