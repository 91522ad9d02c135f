import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCardPage, payByTransfer } from '@adire/contract/checkout.ts'
import { acceptDispute, listDisputes } from '@adire/contract/disputes.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { getRefund, payRefundToAccount, requestRefund } from '@adire/contract/refunds.ts'
import { getUnsettled } from '@adire/contract/settlements.ts'
import { eq } from 'drizzle-orm'
import { runNow } from '../../testing/drain.ts'
import { assertTakenBack } from '../../testing/late-payout.ts'
import { listMonnifyRefunds, monnifyFixture } from '../../testing/monnify-fixture.ts'
import { assertSettledAgain } from '../../testing/sent-back-payout.ts'
import { accessBankId } from '../../testing/settlement-fixture.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { runDisputeCommand } from '../disputes/operator.ts'
import { payments } from '../payments/tables.ts'

test('a payout that failed, was sent again and is paid both times is taken from the next proceeds', async (t) => {
  const fixture = await monnifyFixture(t)
  const { control } = fixture
  const settleAs = (status: 'FAILED' | 'SUCCESS' | 'REVERSED') => (reference: string) =>
    control.settleDisbursement({ reference, status })
  await assertTakenBack(fixture, {
    fail: settleAs('FAILED'),
    pay: settleAs('SUCCESS'),
    sendBack: settleAs('REVERSED'),
  })
  assert.deepEqual(control.readViolations(), [])
})

test('a day at Monnify agrees to the kobo, before and after its settlement: payments, refunds of both channels and a payout', async (t) => {
  const fixture = await monnifyFixture(t)
  const { app, call, control, payByPage, payByAccount, settle, reconcileNow, listItems, balanceOf } = fixture
  await fixture.addAccount()
  const [byCard, byTransfer] = [await payByPage(), await payByAccount()]
  app.forward(2 * hourMs)
  // Two charges of NGN 50,000 cost NGN 750 each, and come into the wallet at 22:00.
  assert.deepEqual(await reconcileNow(), { balance: 9_850_000, expected: 9_850_000, open: 0 })
  assert.equal(await balanceOf('processor_fees'), -150_000)
  fixture.to(0, 22.5)
  assert.deepEqual(await reconcileNow(), { balance: 9_850_000, expected: 9_850_000, open: 0 })

  await call(requestRefund, { id: byTransfer.id, amountKobo: 1_000_000, reason: 'duplicate' })
  const { id } = await call(requestRefund, { id: byCard.id, amountKobo: 500_000, reason: 'duplicate' })
  await settle()
  app.forward(2 * hourMs)
  // Monnify refunds no cards: nothing has left before the payer's account is known.
  const waiting = await reconcileNow()
  assert.deepEqual([waiting.balance, waiting.expected, waiting.open], [8_850_000, 8_850_000, 1])
  assert.deepEqual(
    (await listItems()).map((one) => [one.kind, one.discrepancy]),
    [['refund', 'missing_there']],
  )
  await fixture.confirm()
  const account = { bankId: accessBankId, accountNumber: '0000000017', nameConfirmed: true }
  await call(payRefundToAccount, { id, ...account })
  const [ofCard, ofTransfer] = await listMonnifyRefunds(app)
  await control.settleDisbursement({ reference: ofCard!, status: 'SUCCESS' })
  await control.settleRefund({ reference: ofTransfer!, status: 'COMPLETED' })
  await settle()
  app.forward(2 * hourMs)
  // The refund of the card is a disbursement, which costs NGN 10.
  const refunded = 9_850_000 - 1_500_000 - 1_000
  assert.deepEqual(await reconcileNow(), { balance: refunded, expected: refunded, open: 0 })
  assert.equal(await balanceOf('processor_fees'), -151_000)

  const started = (await fixture.morning(1))!
  assert.equal(started.status, 'processing')
  const [{ reference }] = (await fixture.listPayouts()) as [{ reference: string }]
  await control.settleDisbursement({ reference, status: 'SUCCESS' })
  await settle()
  await runNow(app.runtime, 'pay-settlements')
  await app.drain()
  const settled = (await fixture.newest())!
  assert.equal(settled.status, 'success')
  app.forward(2 * hourMs)
  const held = refunded - settled.amountKobo - 4_000
  assert.deepEqual(await reconcileNow(), { balance: held, expected: held, open: 0 })
  assert.equal(await balanceOf('bank'), 0)
  assert.deepEqual([await listItems(), await fixture.faults(), control.readViolations()], [[], [], []])
})

for (const isLost of [false, true])
  test(`a payout that Monnify sends back after it was paid is settled again${isLost ? ', also if its event is lost' : ''}`, async (t) => {
    const fixture = await monnifyFixture(t)
    const { control } = fixture
    await assertSettledAgain(fixture, {
      pay: (reference) => control.settleDisbursement({ reference, status: 'SUCCESS' }),
      sendBack(reference) {
        if (isLost) control.addEventRule({ event: 'REVERSED_DISBURSEMENT', mode: 'drop' })
        return control.settleDisbursement({ reference, status: 'REVERSED' })
      },
      isLost,
    })
    assert.deepEqual(control.readViolations(), [])
  })

for (const isLost of [false, true])
  test(`a refund that comes back after it was made has failed${isLost ? ', also if its event is lost' : ''}`, async (t) => {
    const fixture = await monnifyFixture(t)
    const { app, call, control, payByPage, settle, reconcileNow, merchantId } = fixture
    const [paid] = [await payByPage(), await payByPage()]
    const { id } = await call(requestRefund, { id: paid.id, amountKobo: 5_000_000, reason: 'duplicate' })
    fixture.to(0, 22.5)
    await fixture.confirm()
    await call(payRefundToAccount, { id, bankId: accessBankId, accountNumber: '0000000017', nameConfirmed: true })
    const [reference] = (await listMonnifyRefunds(app)) as [string]
    const state = async () => {
      const payment = await call(getPayment, { id: paid.id })
      return [(await call(getRefund, { id })).status, payment.status, payment.refundedKobo]
    }
    const unsettled = async () => (await call(getUnsettled, {})).unsettledKobo
    await control.settleDisbursement({ reference, status: 'SUCCESS' })
    await settle()
    assert.deepEqual(await state(), ['processed', 'refunded', 5_000_000])
    const before = await unsettled()
    if (isLost) control.addEventRule({ event: 'REVERSED_DISBURSEMENT', mode: 'drop' })
    await control.settleDisbursement({ reference, status: 'REVERSED' })
    await settle()
    app.forward(2 * hourMs)
    const found = await reconcileNow()
    assert.deepEqual([found.balance - found.expected, found.open], [0, isLost ? 1 : 0])
    await app.drain()
    assert.deepEqual([...(await state()), (await unsettled()) - before], ['failed', 'success', 0, 5_000_000])
    const again = await reconcileNow()
    assert.deepEqual([again.balance - again.expected, again.open, await fixture.faults()], [0, 0, []])
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query('select sum(paid_kobo)::bigint as kobo from customers where merchant_id = $1', [merchantId]),
    )
    assert.deepEqual(rows, [{ kobo: 10_000_000 }])
  })

test('a payment that Monnify takes back is on the list until the operator has entered the dispute and it is lost', async (t) => {
  const { app, call, control, payByPage, reconcileNow, listItems, operator } = await monnifyFixture(t)
  const { reference } = await payByPage()
  control.reverseCharge({ reference: `${reference.replace('_', '-')}.c` })
  app.forward(2 * hourMs)
  const found = await reconcileNow()
  assert.deepEqual([found.balance, found.expected, found.open], [-75_000, -75_000, 2])
  const kinds = (await listItems()).map(({ kind, discrepancy }) => `${kind} ${discrepancy}`).sort()
  assert.deepEqual(kinds, ['charge reversed', 'refund net_of_dispute'])
  await runDisputeCommand(operator, ['open', reference], { reason: 'Not delivered', saveDocuments: undefined })
  const [dispute] = (await call(listDisputes, {})).content
  await call(acceptDispute, { id: dispute!.id, amountKobo: 5_000_000 })
  assert.deepEqual(await reconcileNow(), { balance: -75_000, expected: -75_000, open: 0 })
})

test('a card payment at Monnify that pays nothing stays there: the operator is told once what to return, and it is an item', async (t) => {
  const fixture = await monnifyFixture(t)
  const { app, payer, control, begin, settle, findPayment, reconcileNow, listItems, balanceOf } = fixture
  const decide = async (reference: string) => {
    await control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
    await settle()
  }
  const mails = async () => (await readEmails(app, /A charge at Monnify pays nothing/)).map(({ text }) => text)
  // Paid by transfer, then by card as well.
  const twice = await begin()
  await payer.call(openCardPage, { accessCode: twice.accessCode })
  const { accountNumber } = (await payer.call(payByTransfer, { accessCode: twice.accessCode })).transfer!
  const sender = { senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
  await control.transferIn({ accountNumber, amountKobo: 5_000_000, ...sender })
  await settle()
  await decide(twice.reference)
  // Paid after the payment had ended, and its event comes twice.
  const late = await begin()
  await payer.call(openCardPage, { accessCode: late.accessCode })
  app.forward(26 * hourMs)
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  assert.equal((await findPayment(late.reference)).status, 'abandoned')
  control.addEventRule({ event: 'SUCCESSFUL_TRANSACTION', mode: 'repeat' })
  await decide(late.reference)
  // Of another amount than the payment.
  const other = await begin()
  await payer.call(openCardPage, { accessCode: other.accessCode })
  await app.runtime.database.write((tx) =>
    tx.update(payments).set({ amountKobo: 4_999_900 }).where(eq(payments.reference, other.reference)),
  )
  await decide(other.reference)
  await runNow(app.runtime, 'check-payments')
  await app.drain()

  const text = await mails()
  assert.equal(text.length, 3)
  for (const { reference } of [twice, late, other])
    assert.ok(text.some((one) => one.includes(`${reference.replace('_', '-')}.c`) && one.includes('ada@example.com')))
  const states = []
  for (const { reference } of [twice, late, other]) {
    const { id } = await findPayment(reference)
    const { status, events } = await fixture.call(getPayment, { id })
    const left = events.filter(({ kind }) => kind === 'charge_left')
    states.push([status, left.length])
    if (reference === other.reference)
      assert.match(left[0]!.text, / with NGN\u00a050,000\.00 for .*, not NGN\u00a049,999\.00\. /)
  }
  assert.deepEqual(states, [
    ['success', 1],
    ['abandoned', 1],
    ['pending', 1],
  ])
  app.forward(2 * hourMs)
  const { balance, expected } = await reconcileNow()
  assert.equal(balance, expected)
  assert.deepEqual((await listItems()).map(({ discrepancy, theirsKobo }) => [discrepancy, theirsKobo]).sort(), [
    ['late_event', 5_000_000],
    ['paid_nothing', 5_000_000],
    ['twice', 5_000_000],
  ])
  assert.equal(await balanceOf('bank'), 0)
  assert.deepEqual([await fixture.faults(), control.readViolations()], [[], []])
})

test('a payout that reaches Monnify late is not sent again because its account was not found meanwhile', async (t) => {
  const fixture = await monnifyFixture(t)
  const { app, call, control, payByPage, morning, newest } = fixture
  const { accountName } = await fixture.addAccount()
  await payByPage()
  control.addFault({ operation: 'initiateSingleTransfer', kind: 'processed-after-cut', silenceMs: 120_000 })
  const { id, status, amountKobo } = (await morning(1))!
  assert.equal(status, 'processing')
  const account = { bankCode: '044', accountNumber: '0000000017' }
  control.setAccountName({ ...account, name: null })
  const check = async (afterMs: number) => {
    app.forward(afterMs)
    await runNow(app.runtime, 'pay-settlements')
    await app.drain()
    return newest()
  }
  assert.equal((await check(31_000))!.status, 'processing')
  control.setAccountName({ ...account, name: accountName })
  control.endPauses()
  const [{ reference }] = (await fixture.listPayouts()) as [{ reference: string }]
  await t.waitFor(() => control.settleDisbursement({ reference, status: 'SUCCESS' }), { interval: 50, timeout: 60_000 })
  const paid = (await check(16 * 60_000))!
  assert.deepEqual([paid.id, paid.status, paid.amountKobo, paid.attempts], [id, 'success', amountKobo, 1])
  assert.equal((await call(getUnsettled, {})).unsettledKobo, 0)
  assert.deepEqual(await fixture.faults(), [])
})
