import { dayMs } from '@adire/contract/durations.ts'
import { getPaymentTotals } from '@adire/contract/payments.ts'
import {
  downloadPeriodStatement,
  downloadSettlements,
  getSettlement,
  getSettlementAnalytics,
  listSettlementLines,
  listSettlements,
} from '@adire/contract/settlements.ts'
import type { SettlementLine } from '@adire/contract/settlements-schemas.ts'
import { expect } from '@playwright/test'
import { openDemo } from './support/business.ts'
import { test } from './support/test.ts'

const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)
const parseKobo = (naira: string) => Math.round(Number(naira.replaceAll(',', '')) * 100)

test('the export, the statement and the analytics of the settlements of the demo show the fees and VAT of its payments to the kobo', async ({
  baseURL,
}) => {
  const { call } = await openDemo(baseURL!)
  const [from, to] = [toDay(Date.now() - 100 * dayMs), toDay(Date.now() + dayMs)]
  const period = { from, to }
  const { content } = await call(listSettlements, { ...period, limit: 100 })
  expect(content.length).toBeGreaterThan(50)
  const truth = { gross: 0, charged: 0, paidCharged: 0 }
  const inOrder = content.toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
  for (const [index, { id, reference, status, dueOn }] of inOrder.entries()) {
    const totals = await call(getPaymentTotals, { settlementId: id })
    const { figures, paymentCount, lineCount, events } = await call(getSettlement, { id })
    expect(
      [
        figures.grossKobo,
        -figures.feesKobo - figures.vatKobo,
        figures.openingKobo,
        figures.differenceKobo,
        paymentCount,
      ],
      reference,
    ).toEqual([totals.grossKobo, totals.feesKobo, 0, 0, totals.count])
    truth.gross += totals.grossKobo!
    truth.charged += totals.feesKobo!
    if (status === 'success') truth.paidCharged += totals.feesKobo!
    // Payments from the previous settlement up to the day before this one's due date, and refunds up to its creation.
    const createdEventAt = events.find(({ kind }) => kind === 'gathered' || kind === 'taken_up')!.at
    const before = inOrder[index - 1]
    const lines: SettlementLine[] = []
    while (lines.length < lineCount) {
      const page = await call(listSettlementLines, { settlementId: id, limit: 100, offset: lines.length })
      expect(page.content.length, reference).toBeGreaterThan(0)
      lines.push(...page.content)
    }
    // One expectation for all: thousands would take five seconds of CPU time.
    const wrong = lines.filter(
      ({ at, day, type, amountKobo }) =>
        at > createdEventAt ||
        (type === 'payment' && (amountKobo <= 0 || day >= dueOn || (before && day < before.dueOn))),
    )
    expect(wrong, `${reference} is due on ${dueOn}, and was created at ${createdEventAt}`).toEqual([])
  }

  const file = await call(downloadSettlements, { ...period, columns: 'gross,fees,vat' })
  const sums = [0, 0, 0]
  for (const row of file.trim().split('\r\n').slice(1)) {
    expect(row).toMatch(/^-?\d+\.\d{2}(,-?\d+\.\d{2}){2}$/)
    for (const [index, cell] of row.split(',').entries()) sums[index]! += parseKobo(cell)
  }
  const [gross, fees, vat] = sums as [number, number, number]
  expect([gross, -fees - vat]).toEqual([truth.gross, truth.charged])

  const subject = Buffer.from(await (await call(downloadPeriodStatement, period)).arrayBuffer()).toString('latin1')
  const [, ...printed] = subject.match(
    /gross NGN ([\d,.]+), fees -NGN ([\d,.]+), VAT -NGN ([\d,.]+), difference NGN 0\.00/,
  )!
  expect(printed.map(parseKobo)).toEqual([gross, -fees, -vat])

  const { days } = await call(getSettlementAnalytics, period)
  expect(days.reduce((sum, { feesKobo }) => sum + feesKobo, 0)).toBe(truth.paidCharged)
})
