import { getCheckoutState, payByCard, payByTransfer, simulateOutcome, startPayment } from '../../contract/checkout.ts'
import { minuteMs } from '../../contract/durations.ts'
import { createInvoice, recordInvoicePayment, removeInvoicePayment, sendInvoice } from '../../contract/invoices.ts'
import { assertThat, pickBusiness, type SimulationAction, type SimulationScene, takeFault } from '../action.ts'
import { dayAfter, toLagosDay } from '../days.ts'
import type { ModelBusiness, ModelInvoice, ModelPayment } from '../model.ts'
import { cardsByName, recordOutcome } from './payer.ts'
import { passTime } from './time.ts'

/** Price times a fraction, to the nearest kobo, half up. */
const halfUp = (kobo: number, part: number, total: number) =>
  Number((BigInt(kobo) * BigInt(part) * 2n + BigInt(total)) / (BigInt(total) * 2n))

/** Creates and sends an invoice with fractional quantities, a discount and tax. */
export const openInvoice: SimulationAction = async (scene) => {
  const { chance, environment } = scene
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { mustCall } = scene.as(business.user)
  const lines = [
    { description: 'Aso-oke', quantity: chance.pick([1, 2.5, 0.33]), unitPriceKobo: chance.pick([333_333, 1_000_000]) },
    { description: 'Sewing', quantity: chance.pick([1, 1.75]), unitPriceKobo: chance.between(10_000, 250_001) },
  ]
  const discountBps = chance.pick([0, 1_000, 333])
  const taxBps = chance.pick([0, 750])
  const isInParts = chance.is(0.6)
  const input = {
    customerEmail: 'ada@example.com',
    lines,
    discount: discountBps > 0 ? ({ kind: 'percent', basisPoints: discountBps } as const) : null,
    taxBasisPoints: taxBps,
    dueOn: dayAfter(toLagosDay(environment.now()), 3),
    partPayment: isInParts,
  }
  const invoice = await mustCall(createInvoice, input, takeFault(scene))
  const items = lines.reduce((sum, line) => sum + halfUp(line.unitPriceKobo, Math.round(line.quantity * 100), 100), 0)
  const net = items - halfUp(items, discountBps, 10_000)
  const totalKobo = net + halfUp(net, taxBps, 10_000)
  assertThat(
    'invoices',
    invoice.totalKobo === totalKobo,
    () => `An invoice of ${totalKobo} comes to ${invoice.totalKobo}`,
  )
  const { url } = await mustCall(sendInvoice, { id: invoice.id })
  business.invoices.push({ id: invoice.id, slug: url.split('/').at(-1)!, totalKobo, isInParts })
  return `${business.name}: invoice of ${totalKobo}${isInParts ? ' in parts' : ''}`
}

function pickInvoice({
  model,
  chance,
}: SimulationScene): { business: ModelBusiness; invoice: ModelInvoice } | undefined {
  const found = model.businesses.flatMap((business) => business.invoices.map((invoice) => ({ business, invoice })))
  return found.length > 0 ? chance.pick(found) : undefined
}

/** Starts a payment of an invoice, as in one browser tab; undefined if nothing is owed. */
async function tab(scene: SimulationScene, business: ModelBusiness, invoice: ModelInvoice, amountKobo?: number) {
  const input = { slug: invoice.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { response: state } = await scene.payer.call(startPayment, {
    ...input,
    ...(amountKobo !== undefined && { amountKobo }),
  })
  if (!state) return undefined
  const payment: ModelPayment = {
    reference: state.reference,
    accessCode: state.accessCode,
    email: input.email,
    priceKobo: state.priceKobo,
    feeBearer: 'merchant',
    end: 'open',
    channel: null,
    card: null,
    startedAt: scene.environment.now().toISOString(),
    id: null,
    split: null,
  }
  business.payments.push(payment)
  return payment
}

/** Pays an invoice in full or in part, by card, by transfer, or in cash. */
export const payInvoice: SimulationAction = async (scene) => {
  const found = pickInvoice(scene)
  if (!found) return 'no invoices'
  const { chance, payer, environment } = scene
  const { business, invoice } = found
  const part = invoice.isInParts && chance.is(0.7) ? Math.max(10_000, Math.floor(invoice.totalKobo / 3)) : undefined
  if (chance.is(0.2)) {
    const amountKobo = part ?? invoice.totalKobo
    const { call } = scene.as(business.user)
    const { id } = invoice
    const cash = { id, amountKobo, method: 'cash', paidOn: toLagosDay(environment.now()) } as const
    const result = await call(recordInvoicePayment, cash, takeFault(scene))
    const recorded = result.response?.payments.find(({ paymentId }) => !paymentId)
    if (recorded && chance.is(0.4)) {
      await call(removeInvoicePayment, { id, invoicePaymentId: recorded.id, reason: 'A mistake' }, takeFault(scene))
      return `${business.name}: a cash payment of an invoice was recorded and removed`
    }
    return `${business.name}: invoice paid in cash: ${result.response?.status ?? result.error!.code}`
  }
  const payment = await tab(scene, business, invoice, part)
  if (!payment) return `${business.name}: the invoice cannot be paid`
  const { accessCode } = payment
  if (chance.is(0.6)) {
    payment.card = 'plain'
    await payer.call(payByCard, { accessCode, ...cardsByName.plain }, takeFault(scene))
  } else if ((await payer.call(payByTransfer, { accessCode }, takeFault(scene))).response)
    await payer.call(simulateOutcome, { accessCode, outcome: 'exact' })
  recordOutcome(payment, await payer.mustCall(getCheckoutState, { accessCode }))
  return `${business.name}: invoice, ${payment.priceKobo} of ${invoice.totalKobo}: ${payment.end}`
}

/** Pays an invoice in two tabs, each with its own account number. A transfer to the second after the first succeeded is returned. */
export const payInvoiceTwice: SimulationAction = async (scene) => {
  const found = pickInvoice(scene)
  if (!found) return 'no invoices'
  const { payer, environment, chance } = scene
  const { business, invoice } = found
  const tabs = [await tab(scene, business, invoice), await tab(scene, business, invoice)]
  const ends: string[] = []
  for (const payment of tabs)
    if (payment) await payer.call(payByTransfer, { accessCode: payment.accessCode }, takeFault(scene))
  // Waits until the next scheduled check of the second payment is minutes away, so only the first payment can close it in time.
  if (chance.is(0.7))
    for (const minutes of [1, 1, 2, 4, 8])
      await passTime(scene, new Date(environment.now().getTime() + minutes * minuteMs))
  for (const payment of tabs) {
    if (!payment) continue
    const { accessCode } = payment
    const other = await payer.mustCall(getCheckoutState, { accessCode })
    assertThat(
      'invoices',
      !ends.includes('paid') || other.status !== 'pending',
      () => 'An account number of an invoice that is paid is still open three minutes later',
    )
    await payer.call(simulateOutcome, { accessCode, outcome: 'exact' })
    recordOutcome(payment, await payer.mustCall(getCheckoutState, { accessCode }))
    ends.push(payment.end)
    for (let minute = 0; minute < 3; minute++) await passTime(scene, new Date(environment.now().getTime() + minuteMs))
  }
  assertThat('invoices', ends.filter((end) => end === 'paid').length <= 1, () => 'An invoice is paid twice by transfer')
  return `${business.name}: invoice in two tabs: ${ends.join(', ')}`
}
