import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../../api/testing/at-end.ts'
import { openReceiver } from '../../api/testing/receiver.ts'
import { signEvent } from '../processor/post-events.ts'
import { until } from '../processor/until.ts'
import { openMonnifySimulator, type SimulatorOptions } from './simulator.ts'

const paths = {
  start: '/api/v1/merchant/transactions/init-transaction',
  account: '/api/v1/merchant/bank-transfer/init-payment',
  token: '/api/v1/merchant/cards/charge-card-token',
  refund: '/api/v1/refunds/initiate-refund',
  send: '/api/v2/disbursements/single',
}

/** A simulator, a merchant that receives its events, and calls with an access token. */
async function openMerchant(t: TestContext, options: Partial<SimulatorOptions> = {}) {
  const receiver = await openReceiver(t)
  const simulator = await openMonnifySimulator({ port: 0, eventsUrl: receiver.url, retryDelaysMs: [], ...options })
  atEnd(t, () => simulator.close())
  const { url, keys, control } = simulator
  const request = (method: string, path: string, authorization: string, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const logIn = async (secretKey = keys.secretKey) => {
    const pair = Buffer.from(`${keys.apiKey}:${secretKey}`).toString('base64')
    const response = await request('POST', '/api/v1/auth/login', `Basic ${pair}`)
    const { responseBody } = (await response.json()) as { responseBody?: { accessToken: string; expiresIn: number } }
    return { status: response.status, ...responseBody }
  }
  const { accessToken } = await logIn()
  const send = (method: string, path: string, body?: unknown) => request(method, path, `Bearer ${accessToken}`, body)
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body)
    const { responseMessage: message, responseCode: code, responseBody } = (await response.json()) as Answer
    return { status: response.status, message, code, body: responseBody }
  }
  const query = async (reference: string) =>
    (await call('GET', `/api/v2/merchant/transactions/query?paymentReference=${reference}`)).body
  const sale = (reference: string, more = {}) => ({
    amount: 5_000,
    customerName: 'Ada Obi',
    customerEmail: 'ada@shop.ng',
    paymentReference: reference,
    paymentDescription: 'Lace',
    contractCode: keys.contractCode,
    currencyCode: 'NGN',
    ...more,
  })
  const readEvents = async () => {
    await control.waitForEvents()
    return receiver.received.map(
      ({ body }) => JSON.parse(body) as { eventType: string; eventData: Answer['responseBody'] },
    )
  }
  return { ...simulator, receiver, request, logIn, send, call, query, sale, readEvents }
}
interface Answer {
  responseMessage: string
  responseCode: string
  responseBody: Record<string, unknown>
}

test('an access token needs both keys and ends after an hour, and wrong requests are recorded', async (t) => {
  const { logIn, call, sale, control } = await openMerchant(t)
  assert.deepEqual([(await logIn('other')).status, (await logIn()).expiresIn], [401, 3_600])
  const wrong = [
    sale('sale-1', { amount: '5000' }),
    sale('sale-1', { reference: 'x' }),
    sale('sale-1', { amount: 10.001 }),
  ]
  for (const body of wrong) assert.equal((await call('POST', paths.start, body)).status, 400)
  assert.equal((await call('POST', paths.start, sale('sale-1', { contractCode: '1' }))).status, 422)
  assert.equal(control.readViolations().length, 4)
  assert.equal((await call('POST', paths.start, sale('sale-1'))).status, 200)
  control.advanceClock({ ms: 3_600_000 })
  assert.equal((await call('POST', paths.start, sale('sale-2'))).status, 401)
})

test('the hosted page takes a card, sends the payer back, and its token is charged later', async (t) => {
  const { call, query, sale, control, keys, readEvents } = await openMerchant(t)
  const { body: opened } = await call('POST', paths.start, sale('sale-1', { redirectUrl: 'https://shop.ng/done?a=1' }))
  const address = String(opened.checkoutUrl)
  assert.match(await (await fetch(address)).text(), /Pay ₦5,000.00/)
  const decide = (decision: string) =>
    fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ decision }) })
  await decide('declined')
  assert.equal((await query('sale-1')).paymentStatus, 'PENDING')
  assert.equal((await decide('success')).headers.get('location'), 'https://shop.ng/done?a=1&paymentReference=sale-1')
  const paid = await query('sale-1')
  assert.deepEqual([paid.paymentStatus, paid.amountPaid, paid.paymentMethod], ['PAID', '5000.00', 'CARD'])
  const byPath = await call('GET', `/api/v2/transactions/${encodeURIComponent(String(opened.transactionReference))}`)
  assert.deepEqual(byPath.body, paid)
  const [event] = await readEvents()
  assert.deepEqual([event?.eventType, event?.eventData.paymentReference], ['SUCCESSFUL_TRANSACTION', 'sale-1'])
  const again = await call('POST', paths.start, sale('sale-1'))
  assert.deepEqual([again.status, again.message, again.code], [422, 'Duplicate payment reference', '99'])

  const { cardToken } = paid.cardDetails as { cardToken: string }
  const { currencyCode: _, ...renewal } = sale('renewal-1', { cardToken, apiKey: keys.apiKey })
  assert.equal((await call('POST', paths.token, renewal)).body.paymentStatus, 'PAID')
  assert.equal((await call('POST', paths.token, renewal)).message, 'Duplicate payment reference')
  const other = { ...renewal, paymentReference: 'renewal-2' }
  assert.equal(
    (await call('POST', paths.token, { ...other, customerEmail: 'b@shop.ng' })).message,
    'Invalid card token',
  )
  control.setCard({ cardToken, declineMessage: 'Insufficient funds' })
  assert.equal((await call('POST', paths.token, other)).message, 'Insufficient funds')
  assert.equal((await query('renewal-2')).paymentStatus, 'FAILED')
  control.setCard({ cardToken, declineMessage: null, isDelayed: true })
  await call('POST', paths.token, { ...renewal, paymentReference: 'renewal-3' })
  assert.equal((await query('renewal-3')).paymentStatus, 'PENDING')
  await control.settleCharge({ reference: 'renewal-3', declineMessage: null })
  assert.equal((await query('renewal-3')).paymentStatus, 'PAID')
  assert.deepEqual(control.readViolations(), [])
})

test('a transfer pays only with the exact amount and in 40 minutes; other money is returned', async (t) => {
  const { call, query, sale, control, readEvents } = await openMerchant(t)
  const open = async (reference: string) => {
    const { body } = await call('POST', paths.start, sale(reference, { paymentMethods: ['ACCOUNT_TRANSFER'] }))
    const request = { transactionReference: body.transactionReference }
    const { accountNumber } = (await call('POST', paths.account, request)).body
    assert.equal((await call('POST', paths.account, request)).body.accountNumber, accountNumber)
    return { accountNumber: String(accountNumber), senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
  }
  const transfer = await open('sale-1')
  const under = await control.transferIn({ ...transfer, amountKobo: 499_900 })
  assert.deepEqual(under, { kind: 'rejected', reason: 'UNDER_PAYMENT' })
  assert.deepEqual(await control.transferIn({ ...transfer, amountKobo: 500_000 }), { kind: 'paid' })
  assert.equal((await control.transferIn({ ...transfer, amountKobo: 500_000 })).kind, 'rejected')
  assert.equal(((await query('sale-1')).accountDetails as { accountName: string }).accountName, 'ADA OBI')
  const late = await open('sale-2')
  control.advanceClock({ ms: 40 * 60_000 })
  assert.equal((await control.transferIn({ ...late, amountKobo: 500_000 })).kind, 'rejected')
  assert.equal((await query('sale-2')).paymentStatus, 'EXPIRED')
  const kinds = (await readEvents()).map(({ eventType }) => eventType)
  assert.deepEqual(kinds, ['REJECTED_PAYMENT', 'SUCCESSFUL_TRANSACTION', 'REJECTED_PAYMENT', 'REJECTED_PAYMENT'])
  assert.deepEqual(control.readViolations(), [])
})

test('refunds and disbursements are made once per reference, leave the wallet, and return to it when they fail', async (t) => {
  const { call, logIn, request, sale, control, keys, readEvents } = await openMerchant(t, { balanceKobo: 1_000_000 })
  const { body: opened } = await call('POST', paths.start, sale('sale-1'))
  const { transactionReference } = opened
  const { accountNumber } = (await call('POST', paths.account, { transactionReference })).body
  const sender = { senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
  await control.transferIn({ accountNumber: String(accountNumber), amountKobo: 500_000, ...sender })
  const reasons = { refundReason: 'Returned goods', customerNote: 'Refund' }
  const refund = { transactionReference, refundReference: 'refund-1', refundAmount: 2_500, ...reasons }
  assert.equal((await call('POST', paths.refund, refund)).body.refundStatus, 'PENDING')
  assert.equal((await call('POST', paths.refund, refund)).code, 'R9')
  for (const [refundAmount, code] of [
    [2_500.01, 'R12'],
    [99.99, 'R4'],
  ])
    assert.equal(
      (await call('POST', paths.refund, { ...refund, refundReference: 'refund-2', refundAmount })).code,
      code,
    )
  assert.equal((await call('GET', '/api/v1/refunds/refund-2')).code, 'R7')
  const { body: byCard } = await call('POST', paths.start, sale('sale-2'))
  await control.decideOnPage({ reference: 'sale-2', decision: 'success' })
  const ofCard = { ...refund, refundReference: 'refund-3', transactionReference: byCard.transactionReference }
  assert.equal((await call('POST', paths.refund, ofCard)).code, 'R2')
  await control.settleRefund({ reference: 'refund-1', status: 'FAILED' })
  assert.equal((await call('GET', '/api/v1/refunds/refund-1')).body.refundStatus, 'FAILED')
  // It is paid after all, and comes back.
  const heldKobo = control.readBalance()
  await control.settleRefund({ reference: 'refund-1', status: 'COMPLETED' })
  assert.equal(control.readBalance(), heldKobo - 250_000)
  await control.settleRefund({ reference: 'refund-1', status: 'FAILED' })
  assert.equal(control.readBalance(), heldKobo)

  control.setAccountName({ bankCode: '058', accountNumber: '0123456789', name: 'BISI ADE' })
  const address = '/api/v1/disbursements/account/validate?accountNumber=0123456789&bankCode=058'
  assert.equal((await call('GET', address)).body.accountName, 'BISI ADE')
  const payout = {
    amount: 9_000,
    reference: 'payout-1',
    narration: 'Settlement',
    destinationBankCode: '058',
    destinationAccountNumber: '0123456789',
    destinationAccountName: 'BISI ADE',
    currency: 'NGN',
    sourceAccountNumber: keys.walletAccount,
    async: true,
  }
  assert.equal((await call('POST', paths.send, payout)).body.status, 'PENDING')
  assert.equal((await call('POST', paths.send, payout)).message, 'Duplicate transfer reference')
  const soon = await call('POST', paths.send, { ...payout, reference: 'payout-2' })
  assert.deepEqual([soon.status, soon.code], [422, 'D07'])
  const tooMuch = await call('POST', paths.send, { ...payout, reference: 'payout-3', amount: 18_000 })
  assert.equal(tooMuch.message, 'Insufficient balance')
  await control.settleDisbursement({ reference: 'payout-1', status: 'SUCCESS' })
  await control.settleDisbursement({ reference: 'payout-1', status: 'REVERSED' })
  assert.equal((await call('GET', `${paths.send}/summary?reference=payout-1`)).body.status, 'REVERSED')
  const balance = `/api/v2/disbursements/wallet-balance?accountNumber=${keys.walletAccount}`
  // NGN 10,000 in the wallet, and two payments of NGN 5,000 less their fees of NGN 75, which come in at 22:00.
  assert.equal(control.readBalance(), 1_985_000)
  assert.equal((await call('GET', balance)).body.availableBalance, 10_000)
  const refunds = (await call('GET', '/api/v1/refunds?page=0&size=10')).body as unknown as { content: object[] }
  assert.deepEqual(refunds.content, [(await call('GET', '/api/v1/refunds/refund-1')).body])
  const ussd = (await call('GET', '/api/v1/sdk/transactions/banks')).body as unknown as { baseUssdCode: string }[]
  assert.ok(ussd.every(({ baseUssdCode }) => /^\*\d+#$/.test(baseUssdCode)))
  control.advanceClock({ ms: 86_400_000 })
  const { accessToken } = await logIn()
  const wallet = await request('GET', balance, `Bearer ${accessToken}`)
  assert.equal(((await wallet.json()) as Answer).responseBody.availableBalance, 19_850)
  const kinds = (await readEvents()).map(({ eventType }) => eventType)
  const ofRefund = ['FAILED_REFUND', 'SUCCESSFUL_REFUND', 'FAILED_REFUND']
  assert.deepEqual(kinds.slice(2), [...ofRefund, 'SUCCESSFUL_DISBURSEMENT', 'REVERSED_DISBURSEMENT'])
  assert.deepEqual(control.readViolations(), [])
})

test('faults cut, silence and reject requests, and events are signed with the secret key unless they are altered', async (t) => {
  const { call, send, query, sale, control, receiver, keys } = await openMerchant(t)
  const start = (reference: string) => send('POST', paths.start, sale(reference))
  const isKnown = async (reference: string) => (await query(reference)) !== undefined
  const fault = (kind: 'cut-before' | 'cut-after' | 'rate-limited' | 'bad-gateway' | 'duplicate-reference') =>
    control.addFault({ operation: 'initializeTransaction', kind })
  fault('cut-before')
  await assert.rejects(start('cut-before'))
  fault('cut-after')
  await assert.rejects(start('cut-after'))
  fault('rate-limited')
  assert.equal((await start('limited')).status, 429)
  fault('bad-gateway')
  const broken = await start('broken')
  assert.deepEqual([broken.status, broken.headers.get('content-type')], [502, 'text/html'])
  fault('duplicate-reference')
  assert.equal((await start('duplicate')).status, 422)
  const known = await Promise.all(['cut-before', 'cut-after', 'limited', 'broken', 'duplicate'].map(isKnown))
  assert.deepEqual(known, [false, true, false, false, true])
  control.addFault({ operation: 'initializeTransaction', kind: 'silence', silenceMs: 60_000 })
  start('silence').catch(() => undefined)
  await until(() => isKnown('silence'))
  const changes = { amountPaid: '1.00' }
  control.addFault({ operation: 'getTransactionStatus', kind: 'changed-response', changes })
  assert.equal((await query('silence')).amountPaid, '1.00')

  await control.decideOnPage({ reference: 'silence', decision: 'success' })
  control.addEventRule({ event: 'SUCCESSFUL_TRANSACTION', mode: 'tamper' })
  await control.decideOnPage({ reference: 'duplicate', decision: 'success' })
  const areSigned = receiver.received.map(
    ({ body, headers }) => headers['monnify-signature'] === signEvent(body, keys.secretKey),
  )
  assert.deepEqual(areSigned, [true, false])
  assert.equal((await call('GET', '/api/v1/banks')).status, 200)
})
