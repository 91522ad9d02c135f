import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCardPage } from '@adire/contract/checkout.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { secretKey } from '../../testing/live-fixture.ts'
import { paystackFixture } from '../../testing/paystack-fixture.ts'

test('of two charges of a payment by one channel in one second the one that was known first has paid: the other goes back, and a refund is of the first', async (t) => {
  const { app, call, payer, paystack, control, begin, settle, findPayment, reconcileNow } = await paystackFixture(t)
  const { accessCode, reference } = await begin()
  const stem = reference.replace('_', '-')
  // The response to the first page is lost, so the payer gets a second one, and pays on both.
  control.addFault({ operation: 'transaction_initialize', kind: 'cut-after' })
  await payer.call(openCardPage, { accessCode }).catch(() => undefined)
  await payer.call(openCardPage, { accessCode })
  app.stopClock(app.runtime.clock())
  for (const charge of [`${stem}.c2`, `${stem}.c`]) {
    await control.decideOnPage({ reference: charge, decision: 'success' })
    await settle()
  }
  const { id } = await findPayment(reference)
  const { events } = await call(getPayment, { id })
  const returned = events.filter(({ kind }) => kind === 'charge_returned').map(({ text }) => text)
  assert.deepEqual(returned, [`NGN\u00a050,000.00 was paid again (${stem}.c) and went back to the payer`])
  await call(requestRefund, { id, amountKobo: 1_000_000, reason: 'duplicate' })
  const headers = { authorization: `Bearer ${secretKey}` }
  const listOf = async (path: string) =>
    ((await (await fetch(`${paystack.url}${path}`, { headers })).json()) as { data: Record<string, unknown>[] }).data
  const transactions = await listOf('/transaction')
  const refunds = (await listOf('/refund')).map(({ transaction, amount }) => [
    transactions.find((one) => one.id === transaction)?.reference,
    amount,
  ])
  assert.deepEqual(refunds.sort(), [
    [`${stem}.c`, 5_000_000],
    [`${stem}.c2`, 1_000_000],
  ])
  app.forward(2 * 3_600_000)
  const { balance, expected, open } = await reconcileNow()
  assert.deepEqual([balance - expected, open], [0, 0])
})
