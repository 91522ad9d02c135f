import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { readConfig } from '../../config.ts'
import { readRecords } from '../../testing/conformance/bench.ts'
import { testConnectorConformance } from '../../testing/conformance/conformance.ts'
import { monnifySettings, openMonnifyBench } from '../../testing/conformance/monnify-bench.ts'
import { canProcess, checkProcessors } from '../connector-for.ts'
import { monnify } from './definition.ts'
import { parseInstant, toSortableTime } from './instants.ts'

const payoutAccount = { bankCode: '044', accountNumber: '0690000031', accountName: 'ADA OBI' }

testConnectorConformance(monnify, {
  open: async (t) => (await openMonnifyBench(t)).bench,
  hasSimulator: true,
  payoutAccount,
  unknownAccount: { bankCode: '044', accountNumber: '0690000032' },
  testedElsewhere: [],
})

const newReference = () => monnify.toReference(`pay_${crypto.randomUUID().replaceAll('-', '')}`)
const email = 'ada@example.com'

test('an access token that Monnify no longer accepts is renewed, and the call is repeated', async (t) => {
  const { connector, control } = await openMonnifyBench(t)
  const account = { ...payoutAccount, expectedName: 'Ada Obi' }
  const logIns = () => control.readRequests().filter(({ operation }) => operation === 'login').length
  await connector.accountNames.resolve(account)
  await connector.accountNames.resolve(account)
  assert.equal(logIns(), 1)
  control.advanceClock({ ms: 3_600_000 })
  assert.equal((await connector.accountNames.resolve(account)).kind, 'found')
  assert.equal(logIns(), 2)
  control.advanceClock({ ms: 3_600_000 })
  control.addFault({ operation: 'login', kind: 'cut-before' })
  await assert.rejects(connector.accountNames.resolve(account))
  assert.equal((await connector.accountNames.resolve(account)).kind, 'found')
})

test('a declined charge of a token has its reason, and one that was given back or of an expired token is declined', async (t) => {
  const { connector, control, bench } = await openMonnifyBench(t)
  const first = { reference: newReference(), amountKobo: 500_000, email }
  await bench.payByCard(first)
  const outcome = await connector.payments.query(first)
  assert.ok(outcome.kind === 'success' && outcome.token)
  const { token } = outcome
  const charge = () => ({ reference: newReference(), amountKobo: 300_000, email, token })
  control.setCard({ cardToken: token, declineMessage: 'Insufficient funds' })
  const declined = charge()
  const failed = { kind: 'failed', reason: 'insufficient_funds', processorText: 'Insufficient funds' }
  assert.deepEqual(await connector.savedCards.charge(declined), failed)
  assert.equal((await connector.savedCards.charge(declined)).kind, 'failed')
  control.setCard({ cardToken: token, declineMessage: null, isDelayed: true })
  const delayed = charge()
  assert.deepEqual(await connector.savedCards.charge(delayed), { kind: 'pending' })
  await control.settleCharge({ reference: delayed.reference, declineMessage: 'Do not honour' })
  assert.equal((await connector.payments.query(delayed)).kind, 'failed')
  control.setCard({ cardToken: token, isDelayed: false })
  const reversed = charge()
  await connector.savedCards.charge(reversed)
  control.reverseCharge({ reference: reversed.reference })
  assert.deepEqual(await connector.payments.query(reversed), {
    kind: 'failed',
    reason: 'do_not_honour',
    processorText: 'Reversed',
  })
  control.setCard({ cardToken: token, isExpired: true })
  assert.equal((await connector.savedCards.charge(charge())).kind, 'failed')
})

test('a card payment is refunded to a bank account, once also if the response is lost', async (t) => {
  const { connector, control, bench } = await openMonnifyBench(t)
  const payment = { reference: newReference(), amountKobo: 500_000, email }
  await bench.payByCard(payment)
  const request = { reference: 'rfd_1', chargeReference: payment.reference, amountKobo: 200_000 }
  assert.equal((await connector.refunds.request(request)).kind, 'needs_account')
  const toAccount = { ...request, account: payoutAccount }
  const beforeKobo = control.readBalance()
  control.addFault({ operation: 'initiateSingleTransfer', kind: 'cut-after' })
  await assert.rejects(connector.refunds.request(toAccount))
  assert.deepEqual(await connector.refunds.request(toAccount), { kind: 'pending' })
  await control.settleDisbursement({ reference: 'rfd-1', status: 'SUCCESS' })
  assert.deepEqual(await connector.refunds.query(request), { kind: 'processed' })
  assert.deepEqual(await connector.refunds.request(toAccount), { kind: 'processed' })
  assert.equal(control.readBalance(), beforeKobo - 201_000)
  assert.deepEqual(control.readViolations(), [])
})

test('a refund below the minimum fails, and one without money in the wallet is tried again', async (t) => {
  const { connector, control, bench } = await openMonnifyBench(t)
  const payment = { reference: newReference(), amountKobo: 500_000, email, accountName: 'Ade Stores' }
  const { accountNumber } = await connector.transferAccounts.open(payment)
  await bench.transferIn(accountNumber, payment.amountKobo)
  const refund = { reference: 'rfd_1', chargeReference: payment.reference, amountKobo: 9_900 }
  const message = 'Specified refund amount is below minimum refundable amount'
  assert.deepEqual(await connector.refunds.request(refund), { kind: 'failed', message })
  control.setBalance({ balanceKobo: 100 })
  const later = { ...refund, reference: 'rfd_2', amountKobo: 20_000 }
  await assert.rejects(connector.refunds.request(later), /sufficient funds/)
  assert.deepEqual(await connector.refunds.query(later), { kind: 'unknown' })
  control.setBalance({ balanceKobo: 1_000_000 })
  assert.deepEqual(await connector.refunds.request(later), { kind: 'pending' })
})

test('rejected keys are no decline of a card', async (t) => {
  const { url } = await openMonnifyBench(t)
  const config = readConfig({ PROCESSOR: 'monnify', ...monnifySettings(url), MONNIFY_SECRET_KEY: 'REPLACED' })
  const replaced = monnify.open({ mode: 'LIVE', config, write: () => Promise.reject(new Error('Nothing is stored')) })
  const charge = { reference: newReference(), amountKobo: 300_000, email, token: 'MNFY_X' }
  await assert.rejects(replaced.savedCards.charge(charge), /does not accept MONNIFY_API_KEY and MONNIFY_SECRET_KEY/)
})

test('a payout that comes back or is not approved is returned, and one without money in the wallet is tried again', async (t) => {
  const { connector, control } = await openMonnifyBench(t)
  const payout = { amountKobo: 200_000, account: payoutAccount, narration: 'ADIRE' }
  await connector.payouts.send({ ...payout, reference: 'stl-1-1' })
  // An equal transfer to the same account within two minutes is rejected, and nothing is made.
  await assert.rejects(connector.payouts.send({ ...payout, reference: 'stl-2-1' }), /Duplicate request/)
  assert.deepEqual(await connector.payouts.query('stl-2-1'), { kind: 'unknown' })
  await control.settleDisbursement({ reference: 'stl-1-1', status: 'PENDING_AUTHORIZATION' })
  assert.deepEqual(await connector.payouts.query('stl-1-1'), { kind: 'pending' })
  await control.settleDisbursement({ reference: 'stl-1-1', status: 'FAILED' })
  assert.equal((await connector.payouts.query('stl-1-1')).kind, 'returned')
  control.setBalance({ balanceKobo: 100 })
  await assert.rejects(connector.payouts.send({ ...payout, amountKobo: 300_000, reference: 'stl-3-1' }), /balance/)
})

test('what was paid since 22:00 is held besides the wallet, and lists of many pages are read to their end', async (t) => {
  const { connector, control } = await openMonnifyBench(t)
  const { records, hostedCards } = connector
  const beforeKobo = await records.readBalance(new Date())
  const payments = Array.from({ length: 101 }, () => ({ reference: newReference(), amountKobo: 200_000, email }))
  for (const payment of payments) {
    await hostedCards.open({ ...payment, returnUrl: 'https://pay.example/back' })
    await control.decideOnPage({ reference: `${payment.reference}.c`, decision: 'success' })
  }
  const now = new Date()
  const heldKobo = beforeKobo + 101 * 197_000
  assert.equal(await records.readBalance(now), heldKobo)
  const period = { from: new Date(now.getTime() - 3_600_000), to: now }
  const charges = await readRecords(records, 'charge', period)
  assert.equal(new Set(charges.map(({ reference }) => reference)).size, 101)
  const later = new Date(now.getTime() + 86_400_000)
  control.advanceClock({ ms: 86_400_000 })
  assert.equal(await records.readBalance(later), heldKobo)
  control.reverseCharge({ reference: `${payments[0]!.reference}.c` })
  assert.equal(await records.readBalance(later), heldKobo - 200_000)
  const [reversed] = (await readRecords(records, 'charge', period)).filter((one) => one.status === 'reversed')
  const [taken] = await readRecords(records, 'refund', period)
  assert.deepEqual(
    [taken?.chargeId, taken?.amountKobo, taken?.isOfDispute, reversed?.reference],
    [reversed?.id, 200_000, true, payments[0]!.reference],
  )
  assert.deepEqual(control.readViolations(), [])
})

test('a refund of a card is a record of a refund with its fee, and one that came back is none', async (t) => {
  const { connector, control, bench } = await openMonnifyBench(t)
  const payment = { reference: newReference(), amountKobo: 500_000, email }
  await bench.payByCard(payment)
  const list = async (kind: 'refund' | 'payout') =>
    await readRecords(connector.records, kind, { from: new Date(0), to: new Date(Date.now() + 60_000) })
  const refund = { chargeReference: payment.reference, account: payoutAccount }
  await connector.refunds.request({ ...refund, reference: 'rfd_1', amountKobo: 200_000 })
  await connector.refunds.request({ ...refund, reference: 'rfd_2', amountKobo: 100_000 })
  await control.settleDisbursement({ reference: 'rfd-1', status: 'SUCCESS' })
  await control.settleDisbursement({ reference: 'rfd-2', status: 'SUCCESS' })
  await control.settleDisbursement({ reference: 'rfd-2', status: 'REVERSED' })
  const seen = (await list('refund')).map((one) => [one.reference, one.status, one.amountKobo, one.feeKobo]).sort()
  assert.deepEqual(seen, [
    ['rfd_1', 'success', 200_000, 1_000],
    ['rfd_2', 'failed', 100_000, 0],
  ])
  assert.deepEqual(await list('payout'), [])
})

test('times without a zone are in Lagos', () => {
  const at = new Date('2022-07-25T22:20:20Z')
  for (const text of ['25/07/2022 11:20:20 PM', '2022-07-25 23:20:20', '2022-07-25T22:20:20.000+0000'])
    assert.deepEqual(parseInstant(text), at)
  assert.throws(() => parseInstant('soon'), /without its time/)
})

test('the agreed price may contain VAT', async (t) => {
  const { url, bench } = await openMonnifyBench(t)
  await bench.payByCard({ reference: newReference(), amountKobo: 200_000, email })
  const config = readConfig({ PROCESSOR: 'monnify', ...monnifySettings(url), MONNIFY_PRICE: '161.25,0,0,215000' })
  const { records } = monnify.open({
    mode: 'LIVE',
    config,
    write: () => Promise.reject(new Error('Nothing is stored')),
  })
  const period = { from: new Date(0), to: new Date(Date.now() + 60_000) }
  const [charge] = await readRecords(records, 'charge', period)
  assert.deepEqual([charge!.feeKobo, charge!.expectedFeeKobo], [3_000, 3_225])
})

test('the first of two paid transactions counts, in both forms of the time', () => {
  assert.equal(toSortableTime('25/07/2022 11:20:20 PM'), '2022-07-25 23:20:20')
  assert.equal(toSortableTime('01/12/2023 12:00:01 AM'), '2023-12-01 00:00:01')
  assert.equal(toSortableTime('2021-11-17 11:28:42.615'), '2021-11-17 11:28:42.615')
  assert.equal(toSortableTime(null), '')
})

test('the published example of a signature is authentic', () => {
  const eventData = {
    product: { reference: '111222333', type: 'OFFLINE_PAYMENT_AGENT' },
    transactionReference: 'MNFY|76|20211117154810|000001',
    paymentReference: '0.01462001097368737',
    paidOn: '17/11/2021 3:48:10 PM',
    paymentDescription: 'Mockaroo Jesse',
    metaData: {},
    destinationAccountInformation: {},
    paymentSourceInformation: {},
    amountPaid: 78000,
    totalPayable: 78000,
    offlineProductInformation: { code: '41470', type: 'DYNAMIC' },
    cardDetails: {},
    paymentMethod: 'CASH',
    currency: 'NGN',
    settlementAmount: 77600,
    paymentStatus: 'PAID',
    customer: { name: 'Mockaroo Jesse', email: '111222333@ZZAMZ4WT4Y3E.monnify' },
  }
  const body = Buffer.from(JSON.stringify({ eventData, eventType: 'SUCCESSFUL_TRANSACTION' }))
  const settings = {
    ...monnifySettings('https://api.monnify.com'),
    MONNIFY_SECRET_KEY: '91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y',
  }
  const config = readConfig({ PROCESSOR: 'monnify', ...settings })
  const { events } = monnify.open({ mode: 'LIVE', config, write: () => Promise.reject(new Error('Nothing is stored')) })
  const signature =
    'f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c'
  assert.ok(events.isAuthentic({ body, headers: { 'monnify-signature': signature } }))
  const other = createHmac('sha512', 'other').update(body).digest('hex')
  assert.ok(!events.isAuthentic({ body, headers: { 'monnify-signature': other } }))
})

test('a key of test mode and a missing setting are rejected at the start', () => {
  const all = monnifySettings('https://api.monnify.com')
  const rejected: [Record<string, string | undefined>, RegExp][] = [
    [{ MONNIFY_API_KEY: 'MK_TEST_1' }, /^MONNIFY_API_KEY is not a live API key/],
    [{ MONNIFY_API_KEY: undefined }, /MONNIFY_API_KEY must be its API key/],
    [{ MONNIFY_SECRET_KEY: undefined }, /MONNIFY_SECRET_KEY must be its secret key/],
    [{ MONNIFY_CONTRACT_CODE: '' }, /MONNIFY_CONTRACT_CODE must be the contract code/],
    [{ MONNIFY_WALLET_ACCOUNT: ' ' }, /MONNIFY_WALLET_ACCOUNT must be/],
    [{ MONNIFY_PRICE: '1.5 %' }, /^MONNIFY_PRICE is "1.5 %"/],
    [{ MONNIFY_URL: 'monnify' }, /^MONNIFY_URL is not an address/],
    [{ MONNIFY_BVN_CHECKS: 'yes' }, /^MONNIFY_BVN_CHECKS is "yes"; it must be on or off$/],
    [{ PROCESSOR: 'monnify,monnify' }, /^PROCESSOR names "monnify" twice$/],
  ]
  for (const [change, message] of rejected)
    assert.throws(() => checkProcessors(readConfig({ PROCESSOR: 'monnify', ...all, ...change })), { message })
  checkProcessors(readConfig({ PROCESSOR: 'monnify', ...all }))
  const checksBvns = (change: object) =>
    canProcess({ mode: 'LIVE', config: readConfig({ PROCESSOR: 'monnify', ...all, ...change }) }, 'identity')
  assert.deepEqual([checksBvns({}), checksBvns({ MONNIFY_BVN_CHECKS: undefined })], [true, false])
})
