import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOfficeMerchant } from '@adire/contract/back-office/merchants.ts'
import {
  checkOfficePayment,
  decideBankDispute,
  getOfficePayment,
  listMerchantPayments,
  listOfficeDisputes,
  listReturnedMoney,
  listWaitingPayments,
  openBankDispute,
  searchOfficePayments,
} from '@adire/contract/back-office/payments.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { payByCard, payByTransfer, simulateTransfer } from '@adire/contract/checkout.ts'
import { contestDispute, listDisputes } from '@adire/contract/disputes.ts'
import { updateSplit, updateSplitParty } from '@adire/contract/splits.ts'
import { testCard } from '../../testing/charge-fixture.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture } from '../../testing/live-fixture.ts'
import { splitFixture } from '../../testing/split-fixture.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'

test('a payment is found by a pasted narration, its references, its payer and its amount', async (t) => {
  const { app, payer, accessCode, state, detail } = await checkoutFixture(t)
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  const call = asStaff(app, await createStaff(app, 'support'))
  const found = async (search: string) =>
    (await call(searchOfficePayments, { search })).content.map(({ reference }) => reference)
  const payment = await detail()
  const { accountNumber } = transfer!
  for (const search of [
    `NIP/GTB/ADA OBI/${accountNumber}/TRF FOR SHOES 000013261124101010000123456789`,
    `TRF ADA OBI to ${accountNumber}`,
    state.reference,
    state.reference.replace('_', '-').toUpperCase(),
    'ada@example.com',
    'ada 5,000.00',
    '5,000.00',
    '5000',
    'ada 5000',
  ])
    assert.ok((await found(search)).includes(payment.reference), search)
  assert.deepEqual(await found('ada 5,001.00'), [])
  for (const search of ['5,001.00', '5001', 'pay_0000000000000000']) assert.deepEqual(await found(search), [], search)
  for (const search of ['ad', '%%', '__'])
    await assert.rejects(found(search), errorWith(422, 'validation_error'), search)
  await payer.call(payByCard, { accessCode, ...testCard })
  for (const search of ['ada 4081', '4081']) assert.ok((await found(search)).includes(payment.reference), search)
})

test('the newest payments of one business are listed, and of no other', async (t) => {
  const { app, user, payer, accessCode, detail } = await checkoutFixture(t)
  await payer.call(payByCard, { accessCode, ...testCard })
  const support = asStaff(app, await createStaff(app, 'support'))
  const { content, isCapped } = await support(listMerchantPayments, { merchantId: user.merchantId })
  assert.deepEqual(
    content.map(({ reference, status }) => [reference, status]),
    [[(await detail()).reference, 'success']],
  )
  assert.equal(isCapped, false)
  const other = await app.createUser('bisi')
  assert.deepEqual((await support(listMerchantPayments, { merchantId: other.merchantId })).content, [])
  const reviewer = asStaff(app, await createStaff(app, 'reviewer'))
  await assert.rejects(
    reviewer(listMerchantPayments, { merchantId: user.merchantId }),
    errorWith(403, 'permission_missing'),
  )
})

test('the page of a payment has its timeline, calls, postings, refunds and disputes; a bank’s dispute is entered and decided', async (t) => {
  const { app, user, payer, accessCode, detail } = await checkoutFixture(t)
  await payer.call(payByCard, { accessCode, ...testCard })
  const { id } = await detail()
  const { merchantId } = user
  const support = asStaff(app, await createStaff(app, 'support'))
  const page = await support(getOfficePayment, { merchantId, id })
  assert.equal(page.payment.status, 'success')
  assert.equal(page.entries[0]?.reference, `payment:${id}`)
  assert.equal(
    page.entries[0]?.lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0),
    0,
  )
  assert.ok(page.payment.events.length > 1)
  const reason = 'The payer says that nothing was delivered'
  await assert.rejects(support(openBankDispute, { merchantId, id, reason }), errorWith(403, 'permission_missing'))
  const finance = asStaff(app, await createStaff(app, 'finance'))
  await assert.rejects(
    finance(openBankDispute, { merchantId, id, reason: ' ' }),
    errorWith(400, 'validation_error', 'reason'),
  )
  const tooMuch = { merchantId, id, reason, amountKobo: page.payment.amountKobo + 1 }
  await assert.rejects(finance(openBankDispute, tooMuch), errorWith(422, 'validation_error', 'amountKobo'))
  const opened = await finance(openBankDispute, { merchantId, id, reason })
  const [dispute] = opened.disputes
  assert.equal(dispute?.reason, reason)
  const again = await finance(openBankDispute, { merchantId, id, reason })
  assert.deepEqual(again.disputes, opened.disputes)
  const admin = asStaff(app, await createStaff(app, 'admin'))
  assert.equal((await admin(listStaffEvents, { action: 'dispute.opened' })).content.length, 1)
  assert.ok((await support(listOfficeDisputes, {})).content.some(({ reference }) => reference === dispute!.reference))
  await assert.rejects(
    finance(decideBankDispute, { reference: dispute!.reference, decision: 'won' }),
    errorWith(409, 'dispute_not_contested'),
  )
  await assert.rejects(
    support(getOfficePayment, { merchantId: crypto.randomUUID(), id }),
    errorWith(404, 'business_not_found'),
  )
})

test('the postings of a shared payment name the recipients, also two with equal shares', async (t) => {
  const { app, call, merchantId, link, pay, split, terms, ada, bayo } = await splitFixture(t)
  const shares = [ada, bayo].map(({ id: partyId }) => ({ partyId, value: 2_500 }))
  await call(updateSplit, { ...terms, id: split.id, shares })
  const { id } = await pay((await link()).slug)
  const support = asStaff(app, await createStaff(app, 'support'))
  const { entries } = await support(getOfficePayment, { merchantId, id })
  assert.deepEqual(
    entries[0]!.lines.map(({ account, recipient }) => [account, recipient]),
    [
      ['pending', null],
      ['pending', 'Ada Farms'],
      ['pending', 'Bayo Rides'],
      ['fees', null],
      ['vat', null],
      ['processor_clearing', null],
    ],
  )
})

test('recipients with the same name and equal shares are told apart by their account', async (t) => {
  const { app, call, merchantId, link, pay, split, terms, ada, bayo } = await splitFixture(t)
  const { bankId, accountNumber } = bayo
  await call(updateSplitParty, { id: bayo.id, name: ada.name, bankId, accountNumber })
  const shares = [ada, bayo].map(({ id: partyId }) => ({ partyId, value: 2_500 }))
  await call(updateSplit, { ...terms, id: split.id, shares })
  const { id } = await pay((await link()).slug)
  const support = asStaff(app, await createStaff(app, 'support'))
  const { lines } = (await support(getOfficePayment, { merchantId, id })).entries[0]!
  assert.deepEqual(
    lines.flatMap((one) => (one.recipient ? [`${one.recipient} ${one.recipientAccountNumber}`] : [])),
    ['Ada Farms 0000000018', 'Ada Farms 0000000025'],
  )
  assert.equal(new Set(lines.map((line) => line.id)).size, lines.length)
})

test('a bank’s decision about a contested dispute is entered once: money moves once, and both logs name the person', async (t) => {
  const { app, user, merchant, payer, accessCode, detail } = await checkoutFixture(t)
  await payer.call(payByCard, { accessCode, ...testCard })
  const { id } = await detail()
  const { merchantId } = user
  const reason = 'The payer says that nothing was delivered'
  const finance = asStaff(app, await createStaff(app, 'finance', 'Finn'))
  const support = asStaff(app, await createStaff(app, 'support'))
  const { reference } = (await finance(openBankDispute, { merchantId, id, reason })).disputes[0]!
  const [dispute] = (await merchant.call(listDisputes, { paymentId: id })).content
  await merchant.call(contestDispute, { id: dispute!.id, message: 'It was handed over and signed for.' })
  await assert.rejects(
    support(decideBankDispute, { reference, decision: 'lost' }),
    errorWith(403, 'permission_missing'),
  )
  await assert.rejects(
    finance(decideBankDispute, { reference: 'dsp_unknown', decision: 'lost' }),
    errorWith(404, 'dispute_not_found'),
  )
  const funds = async () => (await finance(getOfficeMerchant, { id: merchantId })).funds
  const before = await funds()
  const decided = await Promise.all([1, 2, 3].map(() => finance(decideBankDispute, { reference, decision: 'lost' })))
  assert.deepEqual(
    decided.map(({ status, resolution }) => [status, resolution]),
    [1, 2, 3].map(() => ['resolved', 'lost']),
  )
  // The page of the payment has what was held and lost, besides the payment itself.
  const { entries } = await support(getOfficePayment, { merchantId, id })
  assert.deepEqual(
    entries.map((entry) => entry.reference),
    [`payment:${id}`, `dispute:${dispute!.id}:0`, `dispute:${dispute!.id}:1`],
  )
  await assert.rejects(
    finance(decideBankDispute, { reference, decision: 'won' }),
    errorWith(409, 'dispute_move_refused'),
    'a decision that was not entered does not look as if it was',
  )
  assert.ok(before.heldKobo > 0)
  assert.equal((await funds()).heldKobo, 0)
  const admin = asStaff(app, await createStaff(app, 'admin'))
  const { content } = await admin(listStaffEvents, { action: 'dispute.decided' })
  assert.deepEqual(
    content.map(({ actor, object, after }) => [actor, object, after]),
    [['Finn', reference, { decision: 'lost' }]],
  )
})

test('a stuck payment is listed with the last answer, and a check resolves it', async (t) => {
  const { app, payer, paystack, start, paymentOf } = await liveFixture(t)
  const { accessCode, reference } = await start()
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  const call = asStaff(app, await createStaff(app, 'support'))
  const waiting = (await call(listWaitingPayments, {})).content.find((one) => one.reference === reference)
  assert.deepEqual([waiting?.processor, waiting?.business.mode], ['Paystack', 'LIVE'])
  assert.deepEqual((await call(listWaitingPayments, { mode: 'TEST' })).content, [])
  paystack.control.addEventRule({ event: 'charge.success', mode: 'drop' })
  const { accountNumber } = transfer!
  await paystack.control.transferIn({
    accountNumber,
    amountKobo: waiting!.amountKobo,
    senderName: 'ADA OBI',
    senderBank: 'Kuda Bank',
  })
  const [found] = (await call(searchOfficePayments, { search: `NIP TRF ADA OBI/${accountNumber}/INV` })).content
  const key = { merchantId: found!.business.id, id: found!.id }
  const both = await Promise.allSettled([call(checkOfficePayment, key), call(checkOfficePayment, key)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await paymentOf(reference)).status, 'success')
  const page = await call(getOfficePayment, key)
  assert.equal(page.calls.calls[0]?.answer, 'Paid')
  assert.deepEqual(
    (await call(listWaitingPayments, {})).content.map((one) => one.reference),
    [],
  )
})

test('a transfer of a wrong amount that went back is listed with the returned money', async (t) => {
  const { app, payer, accessCode, runScheduledJobs } = await checkoutFixture(t)
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  await payer.call(simulateTransfer, { accountNumber: transfer!.accountNumber, amountKobo: 400_000 })
  await runScheduledJobs()
  const call = asStaff(app, await createStaff(app, 'support'))
  const { transfers, payouts } = await call(listReturnedMoney, {})
  assert.deepEqual([transfers[0]?.returnedKobo, payouts], [400_000, []])
})
