import { getCheckoutState } from '../../contract/checkout.ts'
import {
  downloadPayments,
  getOverview,
  getPaymentTotals,
  listPayments,
  type PaymentRow,
} from '../../contract/payments.ts'
import { getRefund } from '../../contract/refunds.ts'
import { expect, type Scene, same } from '../action.ts'
import { noteEnd } from '../actions/payer.ts'
import { allRefunds } from '../actions/refund.ts'
import { dayAfter, dayOf } from '../days.ts'
import type { Business } from '../model.ts'
import { csvOf, nairaOf } from './csv.ts'
import { pages } from './settlements.ts'

const paid = ['success', 'partially_refunded', 'refunded', 'reversed']

/** What was acknowledged is there, and nothing of anybody else; lists, totals, file and overview say the same. */
export async function payments(scene: Scene, business: Business): Promise<void> {
  const { sure } = scene.as(business.person)
  for (const payment of business.payments)
    noteEnd(payment, await scene.payer.sure(getCheckoutState, { accessCode: payment.accessCode }))
  const rows = await pages((offset) => sure(listPayments, { limit: 100, offset }))
  const known = new Map(rows.map((row) => [row.reference, row]))
  same('lists', 'Payments that are listed twice', rows.length - known.size, 0)
  for (const { reference, end } of business.payments) {
    const row = known.get(reference)
    expect('acknowledged', row !== undefined, () => 'A payment that was begun is not listed')
    if (end !== 'open')
      expect(
        'acknowledged',
        paid.includes(row!.status) === (end === 'paid'),
        () => `A payment that is ${end} is listed as ${row!.status}`,
      )
  }
  await inTotals(scene, sure, rows)
  const sales = rows.filter(({ isCardCheck }) => !isCardCheck)
  const file = csvOf(await sure(downloadPayments, {}))
  same('exports', 'Payments in the file', file.length, sales.length)
  const amount = Object.keys(file[0] ?? {}).find((name) => /^amount/i.test(name))
  if (amount)
    same(
      'exports',
      'The sum of the file',
      sumOf(file.map((row) => nairaOf(row[amount]))),
      sumOf(sales.map(({ amountKobo }) => amountKobo)),
    )
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

async function inTotals(
  scene: Scene,
  sure: ReturnType<Scene['as']>['sure'],
  rows: readonly PaymentRow[],
): Promise<void> {
  const figuresOf = (all: readonly PaymentRow[]) => {
    const some = all.filter(({ isCardCheck }) => !isCardCheck)
    const came = some.filter(({ status }) => paid.includes(status))
    const grossKobo = sumOf(came.map(({ amountKobo }) => amountKobo))
    const feesKobo = sumOf(came.map(({ feeKobo, vatKobo }) => feeKobo + vatKobo))
    const refundedKobo = sumOf(came.map((one) => one.refundedKobo))
    return { count: some.length, grossKobo, feesKobo, refundedKobo, netKobo: grossKobo - feesKobo - refundedKobo }
  }
  const shown = await sure(getPaymentTotals, {})
  const pick = ({ count, grossKobo, feesKobo, refundedKobo, netKobo }: typeof shown) => ({
    count,
    grossKobo,
    feesKobo,
    refundedKobo,
    netKobo,
  })
  same('totals', 'The totals of all payments', pick(shown), figuresOf(rows))
  const day = scene.chance.pick([dayOf(scene.world.now()), dayAfter(dayOf(scene.world.now()), -1)])
  const ofDay = rows.filter(({ createdAt }) => dayOf(createdAt) === day)
  same('days', `The totals of ${day}`, pick(await sure(getPaymentTotals, { from: day, to: day })), figuresOf(ofDay))
  const { current } = await sure(getOverview, { from: day, to: day })
  const { count: _all, ...due } = figuresOf(ofDay)
  const { grossKobo, feesKobo, refundedKobo, netKobo } = current
  same('overview', `The overview of ${day}`, { grossKobo, feesKobo, refundedKobo, netKobo }, due)
}

/** Each refund that was acknowledged is there once, and no other. */
export async function refunds(scene: Scene, business: Business): Promise<void> {
  const shown = await allRefunds(scene, business)
  const asked = shown.filter(({ requestedBy }) => requestedBy.kind !== 'system')
  same(
    'exactly once',
    `Refunds of ${business.name}`,
    asked.map(({ id }) => id).sort(),
    business.refunds.map(({ id }) => id).sort(),
  )
  for (const refund of business.refunds) {
    const { status, amountKobo } = await scene.as(business.person).sure(getRefund, { id: refund.id })
    same('acknowledged', 'The amount of a refund', amountKobo, refund.amountKobo)
    if (refund.cancelled) same('refund states', 'A refund that was cancelled', status, 'failed')
    if (refund.card === 'refundFails')
      expect(
        'refund states',
        ['failed', 'pending', 'processing'].includes(status),
        () => `A refund that fails at the bank is ${status}`,
      )
    if (refund.card === 'plain' && !refund.cancelled)
      expect(
        'refund states',
        ['processed', 'pending', 'processing'].includes(status),
        () => `A refund that the bank takes is ${status}`,
      )
    if (refund.hasGoodAccount && !refund.toClosedAccount)
      expect(
        'acknowledged',
        ['processed', 'processing'].includes(status),
        () => `A refund that goes to an account is ${status}`,
      )
    if (refund.card === 'refundNeedsAccount' && !refund.cancelled && !refund.toClosedAccount)
      expect(
        'refund states',
        status !== 'failed',
        () => `A refund that waits for an account, or went to a good one, is ${status}`,
      )
  }
}

/** No object of one business is found by another. */
export async function tenants(scene: Scene): Promise<void> {
  const [one, other] = scene.model.businesses
  if (!one || !other) return
  // The start that all references have in common finds one's own, and all of one's own.
  const { content: found } = await scene.as(one.person).sure(listPayments, { search: 'pay_', limit: 100 })
  const own = new Set(
    (await pages((offset) => scene.as(one.person).sure(listPayments, { limit: 100, offset }))).map(({ id }) => id),
  )
  same('tenants', 'Payments of others among those that are found', found.filter(({ id }) => !own.has(id)).length, 0)
  same('lists', 'Payments that a search finds', found.length, Math.min(100, own.size))
  for (const { reference } of other.payments.slice(-3)) {
    const { content } = await scene.as(one.person).sure(listPayments, { search: reference })
    same('tenants', 'Payments of somebody else that are found', content.length, 0)
  }
}
