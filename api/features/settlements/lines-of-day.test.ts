import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestRefund } from '@adire/contract/refunds.ts'
import { downloadSettlements, listSettlementLines } from '@adire/contract/settlements.ts'
import { splitFixture } from '../../testing/split-fixture.ts'

test('each day of a settlement counts the lines that its list has, and each line of the file adds up', async (t) => {
  const { app, call, pay, link, morning } = await splitFixture(t)
  const { id } = await pay((await link()).slug)
  await pay((await link({ splitId: null })).slug)
  await call(requestRefund, { id, amountKobo: 300_000, reason: 'requested_by_customer' })
  await app.drain()
  const settlement = (await morning(1))!
  assert.deepEqual(
    settlement.days.map(({ paymentCount, lineCount }) => [paymentCount, lineCount]),
    [[2, 3]],
  )
  for (const { day, lineCount, grossKobo } of settlement.days) {
    const listed = await call(listSettlementLines, { settlementId: settlement.id, transactionDate: day })
    assert.deepEqual([listed.totalElements, grossKobo], [lineCount, 2_000_000])
  }
  const columns = 'gross,fee,vat,shares,amount'
  const [, ...rows] = (await call(downloadSettlements, { settlementId: settlement.id, columns })).trim().split('\r\n')
  const lines = rows.map((row) => row.split(',').map((naira) => Math.round(Number(naira) * 100)))
  for (const [gross, fee, vat, shares, amount] of lines)
    if (gross! > 0) assert.equal(gross! + fee! + vat! + shares!, amount)
  assert.deepEqual(
    lines.map((line) => line[3]),
    [-500_000, 0, 0],
  )
})
