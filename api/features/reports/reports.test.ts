import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDisputes } from '@adire/contract/disputes.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { downloadFeeSummary, downloadJournal, getFeeSummary, journalTemplates } from '@adire/contract/reports.ts'
import { getSettlement, getUnsettled, listSettlements } from '@adire/contract/settlements.ts'
import { addDays } from '../../lagos.ts'
import { errorWith } from '../../testing/error-with.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'

const toRows = (csv: string) =>
  csv
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
const toKobo = (naira: string | undefined) => Math.round(Number(naira || 0) * 100)

/** A business with two sales, a third that was disputed and lost, a refund, and a payout. */
async function soldAndPaidOut(t: Parameters<typeof settlementFixture>[0]) {
  const fixture = await settlementFixture(t)
  const { app, call, addAccount, pay, morning } = fixture
  await addAccount()
  const sold = await pay(2_000_000)
  await pay(500_000)
  await pay(500_000, 'disputed')
  app.forward(2 * 60_000)
  await app.drain()
  assert.equal((await call(listDisputes, {})).content.length, 1)
  await call(requestRefund, { id: sold.id, amountKobo: 300_000, reason: 'requested_by_customer' })
  await app.drain()
  await morning(1)
  return fixture
}

test('the journal of a period has equal debits and credits per day, and its balances are those of the ledger, in each template', async (t) => {
  const { call, day } = await soldAndPaidOut(t)
  const period = { from: addDays(day(0), -1), to: day(1) }
  const [heads, ...rows] = toRows(await call(downloadJournal, period))
  assert.deepEqual(heads, [
    ...['Journal', 'Date', 'Account code', 'Account', 'Description', 'Debit (NGN)', 'Credit (NGN)'],
  ])
  const sums = new Map<string, number>()
  for (const [date, ofDay] of Map.groupBy(rows, ([, date]) => date)) {
    const total = ofDay.reduce((sum, row) => sum + toKobo(row[5]) - toKobo(row[6]), 0)
    assert.equal(total, 0, `debits and credits of ${date}`)
  }
  for (const row of rows) sums.set(row[3]!, (sums.get(row[3]!) ?? 0) + toKobo(row[5]) - toKobo(row[6]))
  const unsettled = await call(getUnsettled, {})
  const [settlement] = (await call(listSettlements, {})).content
  const { figures } = await call(getSettlement, { id: settlement!.id })
  assert.deepEqual(Object.fromEntries(sums), {
    Bank: settlement!.amountKobo,
    'Payment provider clearing': unsettled.unsettledKobo,
    'Payment provider reserve': unsettled.reservedKobo,
    Sales: -3_000_000,
    Refunds: 300_000,
    'Payment fees': -figures.feesKobo,
    'VAT on payment fees': -figures.vatKobo,
    'Stamp duty on payouts': 5_000,
    'Lost disputes': 500_000,
  })
  assert.equal(settlement!.status, 'success')

  for (const template of Object.keys(journalTemplates) as (keyof typeof journalTemplates)[]) {
    const [head, ...lines] = toRows(await call(downloadJournal, { ...period, template }))
    assert.equal(lines.length, rows.length, template)
    const signed = {
      general: (line: string[]) => toKobo(line[5]) - toKobo(line[6]),
      xero: (line: string[]) => toKobo(line[5]),
      quickbooks: (line: string[]) => toKobo(line[3]) - toKobo(line[4]),
      sage: (line: string[]) => (line[0] === 'JD' ? 1 : -1) * toKobo(line[7]),
    }[template]
    assert.deepEqual(
      lines.map(signed),
      rows.map((row) => toKobo(row[5]) - toKobo(row[6])),
      head!.join(),
    )
    if (template !== 'general') assert.ok(lines[0]!.includes(day(0).split('-').reverse().join('/')))
  }
  await assert.rejects(
    call(downloadJournal, { from: '2020-01-01', to: '2030-01-01' }),
    errorWith(422, 'validation_error', 'to'),
  )
})

test('fees and VAT are summed by the Lagos month in which a payment succeeded, also at 23:30 UTC on the last day', async (t) => {
  const { app, call, pay, merchantId } = await settlementFixture(t)
  const now = app.runtime.clock()
  const lastNight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0, 23, 30))
  app.forward(lastNight.getTime() - now.getTime() - 60 * 60_000)
  const before = await pay(1_000_000)
  app.forward(60 * 60_000)
  const after = await pay(2_000_000)
  const monthOf = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 7)
  assert.notEqual(monthOf(before.createdAt), monthOf(after.createdAt))
  for (const payment of [before, after]) {
    const month = monthOf(payment.createdAt)
    const { months, total } = await call(getFeeSummary, { year: Number(month.slice(0, 4)) })
    const found = months.find((one) => one.month === month)!
    assert.deepEqual(
      [found.payments, found.grossKobo, found.feesKobo, found.vatKobo],
      [1, payment.amountKobo, payment.feeKobo, payment.vatKobo],
    )
    assert.ok(total.feesKobo >= found.feesKobo)
    const rows = toRows(await call(downloadFeeSummary, { year: Number(month.slice(0, 4)) }))
    const row = rows.find(([cell]) => cell === month)!
    assert.deepEqual(row.slice(1, 3).concat(row.slice(4, 5)), [
      '1',
      (payment.amountKobo / 100).toFixed(2),
      (payment.vatKobo / 100).toFixed(2),
    ])
  }
  const stranger = app.as(await app.createUser('Eve'))
  await assert.rejects(
    stranger.call(getFeeSummary, { merchantId, year: 2026 } as never),
    errorWith(404, 'business_not_found'),
  )
})
