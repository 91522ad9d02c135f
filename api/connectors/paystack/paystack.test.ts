import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../config.ts'
import { testConnectorConformance } from '../../testing/conformance/conformance.ts'
import { openPaystackBench } from '../../testing/conformance/paystack-bench.ts'
import { checkProcessors } from '../connector-for.ts'
import { toDeclineReason } from '../decline-texts.ts'
import { paystack } from './definition.ts'
import { readPaystackSettings } from './settings.ts'

testConnectorConformance(paystack, {
  open: async (t) => (await openPaystackBench(t)).bench,
  hasSimulator: true,
  payoutAccount: { bankCode: '044', accountNumber: '0690000031', accountName: 'ADA OBI' },
  unknownAccount: { bankCode: '999', accountNumber: '0690000031' },
  testedElsewhere: ['challenges', 'disputes'],
})

const newReference = () => paystack.toReference(`pay_${crypto.randomUUID().replaceAll('-', '')}`)
const page = () => ({
  reference: newReference(),
  amountKobo: 500_000,
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/back',
})
const payout = {
  amountKobo: 200_000,
  account: { bankCode: '044', accountNumber: '0690000031', accountName: 'ADA OBI' },
  narration: 'ADIRE STL0 ADE STORES',
}

test('a payout that the bank sends back is returned, and one to an unknown account is not made', async (t) => {
  const { connector, control } = await openPaystackBench(t)
  const request = { ...payout, reference: 'stl-aaaabbbbcccc-1' }
  await connector.payouts.send(request)
  await control.settleTransfer({ reference: request.reference, status: 'reversed' })
  assert.equal((await connector.payouts.query(request.reference)).kind, 'returned')
  assert.deepEqual(await connector.payouts.query('stl-ddddeeeeffff-1'), { kind: 'unknown' })
  const unknown = { ...request, reference: 'stl-ddddeeeeffff-1', account: { ...payout.account, bankCode: '999' } }
  assert.equal((await connector.payouts.send(unknown)).kind, 'returned')
})

test('a decline on the card page is no end: the payer may try again there', async (t) => {
  const { connector, control } = await openPaystackBench(t)
  const request = page()
  await connector.hostedCards.open(request)
  await control.decideOnPage({ reference: `${request.reference}.c`, decision: 'declined' })
  assert.deepEqual(await connector.payments.query(request), { kind: 'open' })
  await control.decideOnPage({ reference: `${request.reference}.c`, decision: 'success' })
  assert.equal((await connector.payments.query(request)).kind, 'success')
})

test('a declined charge of a saved card has its reason, and a revoked card cannot be charged', async (t) => {
  const { connector, control, bench } = await openPaystackBench(t)
  const first = { ...page(), email: 'ada@example.com' }
  await bench.payByCard(first)
  const outcome = await connector.payments.query(first)
  assert.ok(outcome.kind === 'success' && outcome.token)
  const { token } = outcome
  const charge = () => ({ reference: newReference(), amountKobo: 300_000, email: first.email, token })
  control.setDecline({ authorizationCode: token, message: 'Insufficient Funds' })
  const declined = { kind: 'failed', reason: 'insufficient_funds', processorText: 'Insufficient Funds' }
  assert.deepEqual(await connector.savedCards.charge(charge()), declined)
  // The decline may come as an error that does not tell why.
  control.addFault({ operation: 'transaction_chargeAuthorization', kind: 'rejected' })
  assert.deepEqual(await connector.savedCards.charge(charge()), declined)
  control.setDecline({ authorizationCode: token, message: null })
  await connector.savedCards.revoke(token)
  assert.equal((await connector.savedCards.charge(charge())).kind, 'failed')
  assert.deepEqual(control.readViolations(), [])
})

test('a charge of a saved card that was given back before its success was known has failed', async (t) => {
  const { connector, bench } = await openPaystackBench(t)
  const first = page()
  await bench.payByCard(first)
  const outcome = await connector.payments.query(first)
  assert.ok(outcome.kind === 'success' && outcome.token)
  const charge = { reference: newReference(), amountKobo: 300_000, email: first.email, token: outcome.token }
  await connector.savedCards.charge(charge)
  await connector.refunds.request({ reference: 'rfd_1', chargeReference: charge.reference, amountKobo: 300_000 })
  const reversed = { kind: 'failed', reason: 'do_not_honour', processorText: 'Reversed' }
  assert.deepEqual(await connector.payments.query(charge), reversed)
  assert.deepEqual(await connector.savedCards.charge(charge), reversed)
})

test('a charge that the holder has to confirm returns the page once, waits, and is paid there', async (t) => {
  const { connector, control, bench } = await openPaystackBench(t)
  const first = page()
  await bench.payByCard(first)
  const outcome = await connector.payments.query(first)
  assert.ok(outcome.kind === 'success' && outcome.token)
  const { token } = outcome
  control.setConfirmation({ authorizationCode: token, isAsked: true })
  const charge = { reference: newReference(), amountKobo: 300_000, email: first.email, token }
  const asked = await connector.savedCards.charge(charge)
  assert.ok(asked.kind === 'challenge' && asked.challenge === 'bank_page' && asked.openUrl)
  assert.deepEqual(await connector.savedCards.charge(charge), { kind: 'open' })
  assert.deepEqual(await connector.payments.query(charge), { kind: 'open' })
  await control.decideOnPage({ reference: charge.reference, decision: 'success' })
  assert.equal((await connector.payments.query(charge)).kind, 'success')
  control.addFault({
    operation: 'transaction_chargeAuthorization',
    kind: 'changed-response',
    changes: { reference: 'pay-other' },
  })
  await assert.rejects(connector.savedCards.charge({ ...charge, reference: newReference() }), /pay-other/)
  assert.deepEqual(control.readViolations(), [])
})

const mandate = {
  reference: 'MND-1',
  email: 'ada@example.com',
  bankCode: '058',
  accountNumber: '0123456789',
  accountName: 'ADA OBI',
  returnUrl: 'https://pay.example/back',
  limitKobo: 500_000,
  maxTotalKobo: null,
  startOn: '2026-12-01',
  endOn: null,
  narration: 'Rent',
}

test('a debit is made once per reference, also if it is repeated after a lost response or after its mandate has ended', async (t) => {
  const { connector, control } = await openPaystackBench(t)
  const opened = await connector.mandates.open(mandate)
  assert.ok(opened.kind === 'page')
  const { processorReference: mandateReference } = opened
  await control.agreeToMandate({ reference: mandateReference })
  assert.equal((await connector.mandates.query(mandateReference)).kind, 'awaits_bank')
  await control.activateMandate({ reference: mandateReference })
  assert.deepEqual(await connector.mandates.query(mandateReference), { kind: 'active', ready: true })
  const newDebit = () => ({ reference: newReference(), mandateReference, amountKobo: 100_000, attempt: 1 })
  const [lost, duplicate] = [newDebit(), newDebit()]
  control.addFault({ operation: 'transaction_chargeAuthorization', kind: 'cut-after' })
  await assert.rejects(connector.mandates.debit(lost))
  assert.deepEqual(await connector.mandates.debit(lost), { kind: 'pending' })
  control.addFault({ operation: 'transaction_chargeAuthorization', kind: 'duplicate-reference' })
  assert.deepEqual(await connector.mandates.debit(duplicate), { kind: 'pending' })
  await connector.mandates.cancel(mandateReference)
  await connector.mandates.cancel(mandateReference)
  await control.settleCharge({ reference: lost.reference, declineMessage: null })
  await control.settleCharge({ reference: duplicate.reference, declineMessage: 'Insufficient Funds' })
  const paid = { kind: 'success', paidBy: 'direct_debit', charge: lost.reference }
  assert.deepEqual(await connector.mandates.debit(lost), paid)
  assert.deepEqual(await connector.mandates.debit(duplicate), {
    kind: 'failed',
    reason: 'insufficient_funds',
    processorText: 'Insufficient Funds',
  })
  await assert.rejects(connector.mandates.debit({ ...lost, amountKobo: 99_999 }), /not NGN\u00a0999\.99$/)
  assert.deepEqual(control.readViolations(), [])
})

test('a mandate of an account that Paystack does not accept is rejected, and one that nobody authorised is not debited', async (t) => {
  const { connector } = await openPaystackBench(t)
  assert.deepEqual(await connector.mandates.open({ ...mandate, bankCode: '999' }), {
    kind: 'rejected',
    message: 'Account details are invalid',
  })
  const opened = await connector.mandates.open(mandate)
  assert.ok(opened.kind === 'page')
  const { processorReference: mandateReference } = opened
  assert.deepEqual(await connector.mandates.query(mandateReference), { kind: 'unknown' })
  await connector.mandates.cancel(mandateReference)
  const debit = { reference: newReference(), mandateReference, amountKobo: 100_000, attempt: 1 }
  assert.deepEqual(await connector.mandates.debit(debit), { kind: 'failed', reason: 'mandate_suspended' })
})

test('a refund is made once, also if a hundred later refunds of the same payment are listed before it', async (t) => {
  const { connector, control, bench } = await openPaystackBench(t)
  const payment = page()
  await bench.payByCard(payment)
  const refund = (nth: number) =>
    connector.refunds.request({ reference: `rfd_${nth}`, chargeReference: `${payment.reference}.c`, amountKobo: 1_000 })
  for (let nth = 0; nth <= 100; nth++) assert.deepEqual(await refund(nth), { kind: 'pending' })
  const countMade = () => control.readRequests().filter(({ operation }) => operation === 'refund_create').length
  assert.equal(countMade(), 101)
  assert.deepEqual(await refund(0), { kind: 'pending' })
  assert.equal(countMade(), 101)
})

test('a rejected key is no decline of a card', async (t) => {
  const { url } = await openPaystackBench(t)
  const config = readConfig({ PROCESSOR: 'paystack', PAYSTACK_URL: url, PAYSTACK_SECRET_KEY: 'sk_live_replaced' })
  const replaced = paystack.open({ mode: 'LIVE', config, write: () => Promise.reject(new Error('Nothing is stored')) })
  const charge = { reference: newReference(), amountKobo: 300_000, email: 'ada@example.com', token: 'AUTH_x' }
  await assert.rejects(replaced.savedCards.charge(charge), /^Error: Paystack responded with 401: Invalid key/)
})

test('texts of declines have the reason that a payer understands; an unknown text is a decline without a reason', () => {
  const known = [
    ['Insufficient Funds', 'insufficient_funds'],
    ['Incorrect PIN', 'incorrect_pin'],
    ['Expired Card', 'expired_card'],
    ['Do Not Honour', 'do_not_honour'],
    ['Exceeds withdrawal limit', 'limit_exceeded'],
    ['Issuer or switch inoperative', 'issuer_unavailable'],
    ['Something new', 'do_not_honour'],
  ] as const
  for (const [text, reason] of known) assert.equal(toDeclineReason(text), reason, text)
})

test('a key of test mode, a missing key and an unknown processor are rejected at the start', () => {
  const settings: [Record<string, string>, RegExp][] = [
    [{ PROCESSOR: 'paystack' }, /PAYSTACK_SECRET_KEY must be its secret key/],
    [{ PROCESSOR: 'paystack', PAYSTACK_SECRET_KEY: 'sk_test_1' }, /^PAYSTACK_SECRET_KEY is not a live secret key/],
    [{ PROCESSOR: 'stripe' }, /^PROCESSOR names "stripe"; it may name paystack, monnify$/],
    [{ PROCESSOR_EVENT_ADDRESSES: '52.31.139.75,pay.example' }, /^PROCESSOR_EVENT_ADDRESSES names "pay.example"/],
  ]
  for (const [env, sentence] of settings) assert.throws(() => checkProcessors(readConfig(env)), { message: sentence })
})

test('the agreed price of Paystack is four numbers', () => {
  const settings = { PAYSTACK_SECRET_KEY: 'sk_live_x' }
  const priceOf = (given: string) => readPaystackSettings({ ...settings, PAYSTACK_PRICE: given }).price
  const price = { basisPoints: 120, flatKobo: 5_000, flatFromKobo: 250_000, maximumKobo: 150_000 }
  assert.deepEqual(priceOf('120, 5000,250000,150000'), price)
  assert.equal(readPaystackSettings(settings).price, undefined)
  for (const wrong of ['1.5', '150,10000,250000', '150,100,200,x', '10001,0,0,0', '-1,0,0,0'])
    assert.throws(() => priceOf(wrong), /PAYSTACK_PRICE is/)
})
