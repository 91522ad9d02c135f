import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openPaystackSimulator } from '../../../testing/paystack/simulator.ts'
import type { FaultInput } from '../../../testing/processor/faults.ts'
import { readConfig } from '../../config.ts'
import { atEnd } from '../../testing/at-end.ts'
import { toDeclineReason } from './declines.ts'
import { paystack } from './definition.ts'

const secretKey = 'sk_live_paystack_simulator'

async function open(t: TestContext) {
  const simulator = await openPaystackSimulator({ port: 0, secretKeys: { test: 'sk_test_x', live: secretKey } })
  atEnd(t, () => simulator.close())
  const config = readConfig({ PROCESSOR: 'paystack', PAYSTACK_URL: simulator.url, PAYSTACK_SECRET_KEY: secretKey })
  const write = () => Promise.reject(new Error('Paystack stores nothing here'))
  return { ...simulator, connector: paystack.open({ mode: 'LIVE', config, write }) }
}

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

/** Faults after which nobody knows whether the request was carried out. */
const faults: readonly Omit<FaultInput, 'operation'>[] = [
  { kind: 'cut-before' },
  { kind: 'cut-after' },
  { kind: 'rate-limited' },
  { kind: 'bad-gateway' },
  { kind: 'bad-gateway', isProcessed: true },
]

test('a payout whose request fails in any way is made once, and its outcome is found', async (t) => {
  const { connector, control } = await open(t)
  for (const fault of faults) {
    const request = { ...payout, reference: `stl-${crypto.randomUUID().slice(0, 12)}-1` }
    control.addFault({ operation: 'transfer_initiate', ...fault })
    await assert.rejects(connector.payouts.send(request), JSON.stringify(fault))
    const known = await connector.payouts.query(request.reference)
    assert.ok(known.kind === 'unknown' || known.kind === 'pending', known.kind)
    assert.deepEqual(await connector.payouts.send(request), { kind: 'pending' })
    assert.deepEqual(await connector.payouts.send(request), { kind: 'pending' })
    await control.settleTransfer({ reference: request.reference, status: 'success' })
    const paid = await connector.payouts.query(request.reference)
    assert.ok(paid.kind === 'paid' && paid.bankReference !== '')
  }
  const made = control.readRequests().filter(({ operation }) => operation === 'transfer_initiate')
  assert.ok(made.length > faults.length)
  assert.deepEqual(control.readViolations(), [])
})

test('a payout that the bank sends back is returned, and one to an unknown account is not made', async (t) => {
  const { connector, control } = await open(t)
  const request = { ...payout, reference: 'stl-aaaabbbbcccc-1' }
  await connector.payouts.send(request)
  await control.settleTransfer({ reference: request.reference, status: 'reversed' })
  assert.equal((await connector.payouts.query(request.reference)).kind, 'returned')
  assert.deepEqual(await connector.payouts.query('stl-ddddeeeeffff-1'), { kind: 'unknown' })
  const unknown = { ...request, reference: 'stl-ddddeeeeffff-1', account: { ...payout.account, bankCode: '999' } }
  assert.equal((await connector.payouts.send(unknown)).kind, 'returned')
})

test('a card page whose response is lost is opened again, and only the amount, currency and mode of the payment count as paid', async (t) => {
  const { connector, control } = await open(t)
  for (const fault of faults) {
    const request = page()
    control.addFault({ operation: 'transaction_initialize', ...fault })
    await assert.rejects(connector.hostedCards.open(request), JSON.stringify(fault))
    assert.deepEqual(await connector.payments.query(request), { kind: 'open' })
    const opened = await connector.hostedCards.open(request)
    assert.ok(opened.kind === 'challenge' && opened.openUrl)
    const reference = control.readRequests().at(-1)!.body as { reference: string }
    await control.decideOnPage({ reference: reference.reference, decision: 'success' })
    const outcome = await connector.payments.query(request)
    assert.ok(outcome.kind === 'success' && outcome.card?.last4 === '4081' && outcome.token)
    await assert.rejects(connector.payments.query({ ...request, amountKobo: 400_000 }), /not NGN 400000/)
  }
  assert.deepEqual(control.readViolations(), [])
})

test('a decline on the card page is no end: the payer may try again there', async (t) => {
  const { connector, control } = await open(t)
  const request = page()
  await connector.hostedCards.open(request)
  await control.decideOnPage({ reference: `${request.reference}.c`, decision: 'declined' })
  assert.deepEqual(await connector.payments.query(request), { kind: 'open' })
  await control.decideOnPage({ reference: `${request.reference}.c`, decision: 'success' })
  assert.equal((await connector.payments.query(request)).kind, 'success')
})

test('a saved card is charged once per reference, a decline has its reason, and a revoked card cannot be charged', async (t) => {
  const { connector, control } = await open(t)
  const first = page()
  await connector.hostedCards.open(first)
  await control.decideOnPage({ reference: `${first.reference}.c`, decision: 'success' })
  const outcome = await connector.payments.query(first)
  assert.ok(outcome.kind === 'success' && outcome.token)
  const { token } = outcome
  const charge = (reference = newReference()) => ({ reference, amountKobo: 300_000, email: first.email, token })
  for (const fault of faults) {
    const request = charge()
    control.addFault({ operation: 'transaction_chargeAuthorization', ...fault })
    await assert.rejects(connector.savedCards.charge(request), JSON.stringify(fault))
    assert.equal((await connector.savedCards.charge(request)).kind, 'success')
    assert.equal((await connector.savedCards.charge(request)).kind, 'success')
  }
  control.setDecline({ authorizationCode: token, message: 'Insufficient Funds' })
  assert.deepEqual(await connector.savedCards.charge(charge()), {
    kind: 'failed',
    reason: 'insufficient_funds',
    processorText: 'Insufficient Funds',
  })
  assert.deepEqual(control.readViolations(), [])
})

test('account names are those of the bank, and a number without an account is unknown', async (t) => {
  const { connector, control } = await open(t)
  const account = { bankCode: '044', accountNumber: '0690000031', expectedName: 'Ada Obi' }
  control.setAccountName({ ...account, name: 'ADA OBI' })
  assert.deepEqual(await connector.accountNames.resolve(account), { kind: 'found', accountName: 'ADA OBI' })
  control.setAccountName({ ...account, name: null })
  assert.deepEqual(await connector.accountNames.resolve(account), { kind: 'unknown' })
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
    [{ PROCESSOR: 'stripe' }, /^PROCESSOR names "stripe"; it may name paystack$/],
    [{ PROCESSOR_EVENT_ADDRESSES: '52.31.139.75,pay.example' }, /^PROCESSOR_EVENT_ADDRESSES names "pay.example"/],
  ]
  for (const [env, sentence] of settings) assert.throws(() => readConfig(env), { message: sentence })
})
