import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listNotifications } from '@adire/contract/notifications.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { cancelRefund, getRefund, payRefundToAccount, requestRefund } from '@adire/contract/refunds.ts'
import { getUnsettled } from '@adire/contract/settlements.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { listMonnifyRefunds, monnifyFixture } from '../../testing/monnify-fixture.ts'
import { accessBankId } from '../../testing/settlement-fixture.ts'
import { readEmails } from '../../testing/sign-in.ts'

const kobo = 5_000_000

/** A business whose refund of a whole card payment failed: Monnify's transfer to the account of its payer. */
async function failedRefund(t: TestContext) {
  const fixture = await monnifyFixture(t)
  const { app, call, control, payByPage, settle, reconcileNow, listItems, merchantId } = fixture
  await fixture.addAccount()
  const [paid] = [await payByPage(), await payByPage()]
  fixture.to(0, 22.5)
  /** Requests a refund of the payment; Monnify has its transfer. */
  const begin = async () => {
    const { id } = await call(requestRefund, { id: paid.id, amountKobo: kobo, reason: 'duplicate' })
    await fixture.confirm()
    await call(payRefundToAccount, { id, bankId: accessBankId, accountNumber: '0000000017', nameConfirmed: true })
    return { id, reference: (await listMonnifyRefunds(app))[0]! }
  }
  const end = async ({ reference }: { reference: string }, status: 'FAILED' | 'SUCCESS' | 'REVERSED') => {
    await control.settleDisbursement({ reference, status })
    await settle()
  }
  const refund = await begin()
  await end(refund, 'FAILED')
  const state = async () => {
    const { status, refundedKobo } = await call(getPayment, { id: paid.id })
    return [(await call(getRefund, { id: refund.id })).status, status, refundedKobo]
  }
  assert.deepEqual(await state(), ['failed', 'success', 0])
  const unsettled = async () => (await call(getUnsettled, {})).unsettledKobo
  const told = async () =>
    (await call(listNotifications, { limit: 100 })).content
      .filter(({ title }) => /had failed was paid after all$/.test(title))
      .map(({ text }) => text)
  const mails = () => readEmails(app, /A refund was paid after it had failed/)
  const reconcileLater = async () => {
    app.forward(2 * 3_600_000)
    const { balance, expected } = await reconcileNow()
    await app.drain()
    return [balance - expected, (await listItems()).map(({ kind, discrepancy }) => `${kind} ${discrepancy}`)]
  }
  const paidBy = async () => {
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query('select sum(paid_kobo)::bigint as kobo from customers where merchant_id = $1', [merchantId]),
    )
    return rows[0].kobo
  }
  return { ...fixture, paymentId: paid.id, begin, end, refund, state, unsettled, told, mails, reconcileLater, paidBy }
}

for (const isLost of [false, true])
  test(`a refund that failed and is paid later is taken from the balance again${isLost ? ', also if its event is lost' : ''}`, async (t) => {
    const { control, end, refund, state, unsettled, told, mails, reconcileLater, paidBy, faults } =
      await failedRefund(t)
    const before = await unsettled()
    if (isLost) control.addEventRule({ event: 'SUCCESSFUL_DISBURSEMENT', mode: 'drop' })
    await end(refund, 'SUCCESS')
    assert.deepEqual(await state(), isLost ? ['failed', 'success', 0] : ['processed', 'refunded', kobo])
    // The first reconciliation finds it, the second confirms it.
    if (isLost) assert.deepEqual(await reconcileLater(), [0, ['refund missing_here']])
    assert.deepEqual([await state(), before - (await unsettled())], [['processed', 'refunded', kobo], kobo])
    assert.deepEqual([await reconcileLater(), await paidBy(), await faults()], [[0, []], kobo, []])
    assert.deepEqual([(await told()).length, (await mails()).length], [1, 1])
    assert.match(
      (await told())[0]!,
      /^ada@example\.com has got it, so NGN.50,000\.00 was taken from your balance again\.$/,
    )

    // It comes back all the same.
    await end(refund, 'REVERSED')
    assert.deepEqual([await state(), await unsettled(), await paidBy()], [['failed', 'success', 0], before, 2 * kobo])
    assert.deepEqual([await reconcileLater(), await faults(), control.readViolations()], [[0, []], [], []])

    // The second time that it is paid late is left to people, who are told.
    await end(refund, 'SUCCESS')
    assert.deepEqual([await state(), await unsettled()], [['failed', 'success', 0], before])
    assert.deepEqual([await reconcileLater(), (await mails()).length], [[0, ['refund missing_here']], 2])
  })

test('a refund that was paid late waits for a balance that covers it, and can’t be cancelled', async (t) => {
  const fixture = await failedRefund(t)
  const { app, call, control, morning, listPayouts, settle, payByPage, to } = fixture
  const { end, refund, state, unsettled, told, mails, reconcileLater, faults } = fixture
  await morning(1)
  const [{ reference }] = (await listPayouts()) as [{ reference: string }]
  await control.settleDisbursement({ reference, status: 'SUCCESS' })
  await settle()
  assert.equal(await unsettled(), 0)
  await end(refund, 'SUCCESS')
  assert.deepEqual(await state(), ['pending', 'success', 0])
  await assert.rejects(call(cancelRefund, { id: refund.id }), errorWith(409, 'refund_not_cancellable'))
  await assert.rejects(fixture.begin(), errorWith(409, 'nothing_left'))
  assert.match((await told())[0]!, /is taken as soon as your balance covers it\.$/)
  assert.deepEqual(await reconcileLater(), [0, ['refund missing_here']])
  to(1, 14)
  await payByPage()
  await payByPage()
  await runNow(app.runtime, 'check-refunds')
  await app.drain()
  assert.deepEqual(await state(), ['processed', 'refunded', kobo])
  const sent = control.readRequests().filter(({ operation }) => operation === 'initiateSingleTransfer')
  assert.equal(sent.length, 2, 'the payout and the refund, once')
  assert.deepEqual([await reconcileLater(), (await mails()).length, await faults()], [[0, []], 1, []])
})

test('a refund that was paid late and comes back while it waits for the balance has failed, and the payment can be refunded again', async (t) => {
  const { app, call, control, morning, listPayouts, settle, ...more } = await failedRefund(t)
  const { paymentId, end, refund, state, unsettled, faults } = more
  await morning(1)
  const [{ reference }] = (await listPayouts()) as [{ reference: string }]
  await control.settleDisbursement({ reference, status: 'SUCCESS' })
  await settle()
  await end(refund, 'SUCCESS')
  assert.deepEqual([await state(), await unsettled()], [['pending', 'success', 0], 0])
  await end(refund, 'REVERSED')
  app.forward(3_600_000)
  await runNow(app.runtime, 'check-refunds')
  await app.drain()
  assert.deepEqual([await state(), await unsettled(), await faults()], [['failed', 'success', 0], 0, []])
  const again = await call(requestRefund, { id: paymentId, amountKobo: kobo, reason: 'duplicate' })
  assert.equal(again.status, 'pending')
})

test('the amounts of a settlement that was paid with a refund stay right when the refund fails, is paid late and comes back', async (t) => {
  const { to, morning, runScheduledJobs, listPayouts, control, settle, newest, begin, end, faults } =
    await failedRefund(t)
  to(0, 23)
  const refund = await begin()
  const { id } = (await morning(1))!
  const [{ reference }] = (await listPayouts()) as [{ reference: string }]
  await control.settleDisbursement({ reference, status: 'SUCCESS' })
  await settle()
  await end(refund, 'FAILED')
  to(2, 1.2)
  await runScheduledJobs()
  assert.notEqual((await newest())!.id, id)
  // Its money is available now, and was pending the first time.
  for (const status of ['SUCCESS', 'REVERSED'] as const) {
    await end(refund, status)
    assert.deepEqual([await faults(), (await newest())!.figures.differenceKobo], [[], 0])
  }
})

test('before a payment is refunded again, the processor is asked about the refund that failed', async (t) => {
  const { control, begin, end, refund, state, unsettled } = await failedRefund(t)
  const before = await unsettled()
  control.addEventRule({ event: 'SUCCESSFUL_DISBURSEMENT', mode: 'drop' })
  await end(refund, 'SUCCESS')
  control.addFault({ operation: 'getSingleTransferStatus', kind: 'bad-gateway', count: 10 })
  await assert.rejects(begin(), errorWith(503, 'unavailable'))
  control.clearFaults()
  await assert.rejects(begin(), errorWith(409, 'nothing_left'))
  assert.deepEqual([await state(), before - (await unsettled())], [['processed', 'refunded', kobo], kobo])
})

test('a refund that was paid late, after the payment was refunded again, is left to people', async (t) => {
  const { to, begin, end, refund, state, unsettled, told, mails, reconcileLater, faults } = await failedRefund(t)
  // Monnify rejects the same transfer a moment later.
  to(0, 23)
  await end(await begin(), 'SUCCESS')
  const before = await unsettled()
  await end(refund, 'SUCCESS')
  assert.deepEqual([await state(), await unsettled()], [['failed', 'refunded', kobo], before])
  assert.deepEqual([(await told()).length, (await mails()).length], [0, 1])
  assert.match((await mails())[0]!.text, /Nothing was taken from the business/)
  assert.deepEqual([await reconcileLater(), await faults()], [[0, ['refund missing_here']], []])
})

for (const isLost of [false, true])
  test(`a refund of a transfer that Monnify pays after it failed is taken again${isLost ? ', also if its event is lost' : ''}`, async (t) => {
    const { app, call, control, payByAccount, settle, reconcileNow, listItems, to, faults } = await monnifyFixture(t)
    const { id: paymentId } = await payByAccount()
    await payByAccount()
    to(0, 22.5)
    const { id } = await call(requestRefund, { id: paymentId, amountKobo: 1_000_000, reason: 'duplicate' })
    const [reference] = (await listMonnifyRefunds(app)) as [string]
    const before = (await call(getUnsettled, {})).unsettledKobo
    await control.settleRefund({ reference, status: 'FAILED' })
    await settle()
    assert.equal((await call(getRefund, { id })).status, 'failed')
    if (isLost) control.addEventRule({ event: 'SUCCESSFUL_REFUND', mode: 'drop' })
    await control.settleRefund({ reference, status: 'COMPLETED' })
    await settle()
    app.forward(2 * 3_600_000)
    for (const open of isLost ? [1, 0] : [0]) {
      const { balance, expected } = await reconcileNow()
      await app.drain()
      assert.deepEqual([balance - expected, (await listItems()).length], [0, open])
    }
    assert.equal((await call(getRefund, { id })).status, 'processed')
    assert.deepEqual([(await call(getUnsettled, {})).unsettledKobo, await faults()], [before, []])
  })
