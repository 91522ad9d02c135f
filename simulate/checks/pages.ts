import { getCheckoutState } from '../../contract/checkout.ts'
import { listDisputes } from '../../contract/disputes.ts'
import { downloadPayments, getOverview, getPaymentTotals, listPayments } from '../../contract/payments.ts'
import type { PaymentRow } from '../../contract/payments-schemas.ts'
import { getRefund } from '../../contract/refunds.ts'
import { assertSame, assertThat, type SimulationScene } from '../action.ts'
import { recordOutcome } from '../actions/payer.ts'
import { allRefunds } from '../actions/refund.ts'
import { dayAfter, toLagosDay } from '../days.ts'
import type { ModelBusiness } from '../model.ts'
import { parseCsv, parseNaira } from './csv.ts'
import { readAllPages } from './settlements.ts'

const paid = ['success', 'partially_refunded', 'refunded', 'reversed']

/** Acknowledged payments exist, and none of another business; lists, totals, export and overview agree. */
export async function checkPayments(scene: SimulationScene, business: ModelBusiness): Promise<void> {
  const { mustCall } = scene.as(business.user)
  for (const payment of business.payments)
    recordOutcome(payment, await scene.payer.mustCall(getCheckoutState, { accessCode: payment.accessCode }))
  const rows = await readAllPages((offset) => mustCall(listPayments, { limit: 100, offset }))
  const known = new Map(rows.map((row) => [row.reference, row]))
  assertSame('lists', 'Payments that are listed twice', rows.length - known.size, 0)
  for (const { reference, end } of business.payments) {
    const row = known.get(reference)
    assertThat('acknowledged', row !== undefined, () => 'A payment that was begun is not listed')
    if (end !== 'open')
      assertThat(
        'acknowledged',
        paid.includes(row!.status) === (end === 'paid'),
        () => `A payment that is ${end} is listed as ${row!.status}`,
      )
  }
  await checkTotals(scene, mustCall, rows)
  const sales = rows.filter(({ isCardCheck }) => !isCardCheck)
  const file = parseCsv(await mustCall(downloadPayments, {}))
  assertSame('exports', 'Payments in the file', file.length, sales.length)
  const amount = Object.keys(file[0] ?? {}).find((name) => /^amount/i.test(name))
  if (amount)
    assertSame(
      'exports',
      'The sum of the file',
      sumNumbers(file.map((row) => parseNaira(row[amount]))),
      sumNumbers(sales.map(({ amountKobo }) => amountKobo)),
    )
}

const sumNumbers = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

async function checkTotals(
  scene: SimulationScene,
  mustCall: ReturnType<SimulationScene['as']>['mustCall'],
  rows: readonly PaymentRow[],
): Promise<void> {
  const toStats = (all: readonly PaymentRow[]) => {
    const some = all.filter(({ isCardCheck }) => !isCardCheck)
    const came = some.filter(({ status }) => paid.includes(status))
    const grossKobo = sumNumbers(came.map(({ amountKobo }) => amountKobo))
    const feesKobo = sumNumbers(came.map(({ feeKobo, vatKobo }) => feeKobo + vatKobo))
    const refundedKobo = sumNumbers(came.map((one) => one.refundedKobo))
    return { count: some.length, grossKobo, feesKobo, refundedKobo, netKobo: grossKobo - feesKobo - refundedKobo }
  }
  const reported = await mustCall(getPaymentTotals, {})
  const pick = ({ count, grossKobo, feesKobo, refundedKobo, netKobo }: typeof reported) => ({
    count,
    grossKobo,
    feesKobo,
    refundedKobo,
    netKobo,
  })
  assertSame('totals', 'The totals of all payments', pick(reported), toStats(rows))
  const day = scene.chance.pick([
    toLagosDay(scene.environment.now()),
    dayAfter(toLagosDay(scene.environment.now()), -1),
  ])
  const ofDay = rows.filter(({ createdAt }) => toLagosDay(createdAt) === day)
  assertSame(
    'days',
    `The totals of ${day}`,
    pick(await mustCall(getPaymentTotals, { from: day, to: day })),
    toStats(ofDay),
  )
  const { current } = await mustCall(getOverview, { from: day, to: day })
  const { count: _all, ...due } = toStats(ofDay)
  const { grossKobo, feesKobo, refundedKobo, netKobo } = current
  assertSame('overview', `The overview of ${day}`, { grossKobo, feesKobo, refundedKobo, netKobo }, due)
}

/** Each acknowledged refund exists once, and there is no other. */
export async function checkRefunds(scene: SimulationScene, business: ModelBusiness): Promise<void> {
  const reported = await allRefunds(scene, business)
  const requested = reported.filter(({ requestedBy }) => requestedBy.kind !== 'system')
  assertSame(
    'exactly once',
    `Refunds of ${business.name}`,
    requested.map(({ id }) => id).sort(),
    business.refunds.map(({ id }) => id).sort(),
  )
  for (const refund of business.refunds) {
    const caller = scene.as(business.user)
    const { status, amountKobo, paymentId, failureMessage } = await caller.mustCall(getRefund, { id: refund.id })
    assertSame('acknowledged', 'The amount of a refund', amountKobo, refund.amountKobo)
    if (scene.model.changedRefunds.has(refund.reference)) continue
    if (failureMessage?.startsWith('it was not sent')) {
      const { content } = await caller.mustCall(listDisputes, { paymentId })
      assertThat('refund states', content.length > 0, () => 'A refund ended unsent without a dispute')
      continue
    }
    if (refund.cancelled) assertSame('refund states', 'A refund that was cancelled', status, 'failed')
    if (refund.card === 'refundFails')
      assertThat(
        'refund states',
        ['failed', 'pending', 'processing'].includes(status),
        () => `A refund that fails at the bank is ${status}`,
      )
    if (refund.card === 'plain' && !refund.cancelled)
      assertThat(
        'refund states',
        ['processed', 'pending', 'processing'].includes(status),
        () => `A refund that the bank takes is ${status}`,
      )
    if (refund.hasGoodAccount && !refund.toClosedAccount)
      assertThat(
        'acknowledged',
        ['processed', 'processing'].includes(status),
        () => `A refund that goes to an account is ${status}`,
      )
    if (refund.card === 'refundNeedsAccount' && !refund.cancelled && !refund.toClosedAccount)
      assertThat(
        'refund states',
        status !== 'failed',
        () => `A refund that waits for an account, or went to a good one, is ${status}`,
      )
  }
}

/** A business can't find objects of another one. */
export async function checkTenants(scene: SimulationScene): Promise<void> {
  const [one, other] = scene.model.businesses
  if (!one || !other) return
  // The common prefix of all references finds only own payments, and all of them.
  const { content: found } = await scene.as(one.user).mustCall(listPayments, { search: 'pay_', limit: 100 })
  const ownIds = new Set(
    (await readAllPages((offset) => scene.as(one.user).mustCall(listPayments, { limit: 100, offset }))).map(
      ({ id }) => id,
    ),
  )
  assertSame(
    'tenants',
    'Payments of others among those that are found',
    found.filter(({ id }) => !ownIds.has(id)).length,
    0,
  )
  assertSame('lists', 'Payments that a search finds', found.length, Math.min(100, ownIds.size))
  for (const { reference } of other.payments.slice(-3)) {
    const { content } = await scene.as(one.user).mustCall(listPayments, { search: reference })
    assertSame('tenants', 'Payments of somebody else that are found', content.length, 0)
  }
}
