import { getPaymentTotals } from '@adire/contract/payments.ts'
import {
  downloadSettlements,
  downloadStatement,
  getSettlement,
  getSettlementAnalytics,
  listSettlementLines,
  listSettlements,
} from '@adire/contract/settlements.ts'
import { expect, test } from '@playwright/test'
import { openDemo } from './support/business.ts'

const dayMs = 24 * 3_600_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const koboOf = (naira: string) => Math.round(Number(naira.replaceAll(',', '')) * 100)

test('the file, the statement and the analytics of the demo’s settlements say the fees and VAT of its payments to the kobo', async ({
  baseURL,
}) => {
  const { call } = await openDemo(baseURL!)
  const [from, to] = [dayOf(Date.now() - 100 * dayMs), dayOf(Date.now() + dayMs)]
  const period = { from, to }
  const { content } = await call(listSettlements, { ...period, limit: 100 })
  expect(content.length).toBeGreaterThan(50)
  const truth = { gross: 0, charged: 0, paidCharged: 0 }
  for (const { id, reference, status, lastDay } of content) {
    const totals = await call(getPaymentTotals, { settlementId: id })
    const { figures, paymentCount } = await call(getSettlement, { id })
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
    // Nothing that came later: refunds of the day it was due on at most.
    const [newest] = (await call(listSettlementLines, { settlementId: id, limit: 1 })).content
    expect(Date.parse(newest!.at) - Date.parse(lastDay!), reference).toBeLessThan(7 * dayMs)
  }

  const file = await call(downloadSettlements, { ...period, columns: 'gross,fees,vat' })
  const sums = [0, 0, 0]
  for (const row of file.trim().split('\r\n').slice(1))
    for (const [place, cell] of row.split(',').entries()) {
      expect(cell).toMatch(/^-?\d+\.\d{2}$/)
      sums[place]! += koboOf(cell)
    }
  const [gross, fees, vat] = sums as [number, number, number]
  expect([gross, -fees - vat]).toEqual([truth.gross, truth.charged])

  const subject = Buffer.from(await (await call(downloadStatement, period)).arrayBuffer()).toString('latin1')
  const [, ...printed] = subject.match(
    /gross NGN ([\d,.]+), fees -NGN ([\d,.]+), VAT -NGN ([\d,.]+), difference NGN 0\.00/,
  )!
  expect(printed.map(koboOf)).toEqual([gross, -fees, -vat])

  const { days } = await call(getSettlementAnalytics, period)
  expect(days.reduce((sum, { feesKobo }) => sum + feesKobo, 0)).toBe(truth.paidCharged)
})
