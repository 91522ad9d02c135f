import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signEvent } from '../processor/post-events.ts'
import { until } from '../processor/until.ts'
import { inMinutes, openMerchant, payer, sale, sellByTransfer } from './merchant.ts'

test('a request that does not fit the published description is rejected and recorded', async (t) => {
  const merchant = await openMerchant(t)
  const { call, control } = merchant
  const wrong: [string, string, unknown][] = [
    ['POST', '/transaction/initialize', { email: sale.email, amount: '5000' }],
    ['POST', '/transaction/initialize', { ...sale, callbackUrl: 'https://shop.ng' }],
    ['POST', '/transaction/initialize', { ...sale, reference: 'under_score' }],
    ['POST', '/charge', { ...sale, bank_transfer: { account_expires_at: inMinutes(5) } }],
    ['GET', '/refund?transaktion=1', undefined],
    ['POST', '/transaction/verify/sale-1', {}],
  ]
  for (const [method, path, body] of wrong) {
    const { status } = await call(method, path, body)
    assert.ok(status === 400 || status === 404, `${path} ${status}`)
  }
  assert.deepEqual(
    control.readViolations().map(({ operation }) => operation),
    [
      'transaction_initialize',
      'transaction_initialize',
      'transaction_initialize',
      'charge_create',
      'refund_list',
      'POST /transaction/verify/sale-1',
    ],
  )
  assert.match(control.readViolations()[0]!.problems[0]!, /body\/amount must be integer/)
  assert.match(control.readViolations()[1]!.problems[0]!, /additional properties: callbackUrl/)
})

test('a wrong key gets 401, and each key has its own mode and transactions', async (t) => {
  const { call, control, secretKeys } = await openMerchant(t)
  const { status, message } = await call('GET', '/balance', undefined, 'sk_live_other')
  assert.deepEqual([status, message], [401, 'Invalid key'])
  await call('POST', '/transaction/initialize', sale, secretKeys.test)
  const inTest = await call('GET', '/transaction/verify/sale-1', undefined, secretKeys.test)
  assert.deepEqual([inTest.data.domain, inTest.data.status], ['test', 'abandoned'])
  assert.equal((await call('GET', '/transaction/verify/sale-1')).status, 400)
  assert.deepEqual(control.readViolations(), [])
})

test('the hosted page takes a payment after a decline, and sends the payer back', async (t) => {
  const { call, send, url, readEvents, control } = await openMerchant(t)
  const { data } = await call('POST', '/transaction/initialize', { ...sale, callback_url: 'https://shop.ng/done?a=1' })
  const address = String(data.authorization_url)
  assert.match(await (await fetch(address)).text(), /Pay ₦5,000.00/)
  const read = async () => (await call('GET', '/transaction/verify/sale-1')).data
  assert.equal((await read()).status, 'ongoing')
  const decide = (decision: string) =>
    fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ decision }) })
  await decide('declined')
  assert.deepEqual([(await read()).status, (await read()).gateway_response], ['failed', 'Insufficient Funds'])
  const { status, headers } = await decide('success')
  assert.deepEqual([status, headers.get('location')], [303, 'https://shop.ng/done?a=1&trxref=sale-1&reference=sale-1'])
  const paid = await read()
  assert.deepEqual([paid.status, paid.amount, paid.fees], ['success', sale.amount, 17_500])
  const [event] = await readEvents()
  assert.deepEqual([event?.event, event?.data.reference, event?.data.domain], ['charge.success', 'sale-1', 'live'])
  const again = await call('POST', '/transaction/initialize', sale)
  assert.deepEqual([again.status, again.message], [400, 'Duplicate Transaction Reference'])
  const { authorization_code } = paid.authorization as { authorization_code: string }
  const renewal = { email: sale.email, amount: 100_000, authorization_code }
  assert.equal((await call('POST', '/transaction/charge_authorization', renewal)).data.status, 'success')
  control.setDelay({ authorizationCode: authorization_code, isDelayed: true })
  const delayed = (await call('POST', '/transaction/charge_authorization', renewal)).data
  assert.equal(delayed.status, 'processing')
  await control.settleCharge({ reference: String(delayed.reference), declineMessage: 'Issuer unavailable' })
  control.setDelay({ authorizationCode: authorization_code, isDelayed: false })
  control.setDecline({ authorizationCode: authorization_code, message: 'Expired card' })
  const declined = (await call('POST', '/transaction/charge_authorization', renewal)).data
  assert.deepEqual([declined.status, declined.gateway_response], ['failed', 'Expired card'])
  assert.equal((await send('GET', '/nothing')).status, 404)
  assert.match(url, /^http:\/\/127/)
})

test('a transfer pays only with the exact amount and in time; other money is returned', async (t) => {
  const merchant = await openMerchant(t)
  const { control, call, readEvents } = merchant
  const accountNumber = await sellByTransfer(merchant)
  const short = await control.transferIn({ ...payer, accountNumber, amountKobo: 499_900 })
  assert.deepEqual(short, { kind: 'rejected', reason: 'INCORRECT_AMOUNT' })
  assert.equal((await call('GET', '/charge/sale-1')).data.status, 'pending')
  assert.deepEqual(await control.transferIn({ ...payer, accountNumber }), { kind: 'paid' })
  assert.equal((await control.transferIn({ ...payer, accountNumber })).kind, 'rejected')
  const late = await sellByTransfer(merchant, 'sale-2')
  control.advanceClock({ ms: 31 * 60_000 })
  assert.deepEqual(await control.transferIn({ ...payer, accountNumber: late }), {
    kind: 'rejected',
    reason: 'ACCOUNT_EXPIRED',
  })
  assert.equal((await call('GET', '/transaction/verify/sale-2')).data.status, 'abandoned')
  assert.deepEqual(
    (await readEvents()).map(({ event }) => event),
    ['bank.transfer.rejected', 'charge.success', 'bank.transfer.rejected', 'bank.transfer.rejected'],
  )
})

test('a bank account pays after birthday and one-time password, and a USSD code when it is dialled', async (t) => {
  const { call, control } = await openMerchant(t)
  const bank = { code: '057', account_number: '0000000000' }
  assert.equal((await call('POST', '/charge', { ...sale, bank })).data.status, 'send_birthday')
  const birthday = { reference: 'sale-1', birthday: '1990-08-25' }
  assert.equal((await call('POST', '/charge/submit_birthday', birthday)).data.status, 'send_otp')
  const otp = { reference: 'sale-1', otp: '123456' }
  assert.equal((await call('POST', '/charge/submit_otp', otp)).data.status, 'success')
  control.setBankSteps({ bankCode: '058', steps: ['open_url'] })
  const onPage = { ...sale, reference: 'sale-3', bank: { ...bank, code: '058' } }
  const { url } = (await call('POST', '/charge', onPage)).data
  const body = new URLSearchParams({ decision: 'success' })
  await fetch(String(url), { method: 'POST', redirect: 'manual', body })
  const paid = (await call('GET', '/charge/sale-3')).data
  assert.deepEqual([paid.status, paid.channel], ['success', 'bank'])
  const dialled = await call('POST', '/charge', { ...sale, reference: 'sale-2', ussd: { type: '737' } })
  assert.equal(dialled.data.status, 'pay_offline')
  await control.dialUssd({ code: String(dialled.data.ussd_code), isConfirmed: true })
  assert.equal((await call('GET', '/transaction/verify/sale-2')).data.channel, 'ussd')
  assert.deepEqual(control.readViolations(), [])
})

test('two equal refunds are two; one that needs attention goes to an account', async (t) => {
  const merchant = await openMerchant(t)
  const { call, control, readEvents } = merchant
  await control.transferIn({ ...payer, accountNumber: await sellByTransfer(merchant) })
  const half = { transaction: 'sale-1', amount: 250_000, merchant_note: 'refund-1' }
  const first = await call('POST', '/refund', half)
  assert.equal((await call('POST', '/refund', { ...half, amount: 250_001 })).status, 400)
  await call('POST', '/refund', half)
  assert.equal((await call('POST', '/refund', half)).status, 400)
  const list = await call('GET', '/refund?transaction=sale-1')
  assert.equal((list.data as unknown as unknown[]).length, 2)
  const id = Number(first.data.id)
  await control.settleRefund({ id, status: 'needs-attention' })
  const refund_account_details = { currency: 'NGN', account_number: '0123456789', bank_id: '9' }
  await call('POST', `/refund/retry_with_customer_details/${id}`, { refund_account_details })
  await control.waitForEvents()
  await control.settleRefund({ id, status: 'processed' })
  assert.equal((await call('GET', `/refund/${id}`)).data.status, 'processed')
  // It comes back, and is paid after all.
  const balance = async () => (await call('GET', '/balance')).data as unknown as { balance: number }[]
  const [before] = await balance()
  for (const [status, kobo] of [
    ['failed', 250_000],
    ['processed', 0],
  ] as const) {
    await control.waitForEvents()
    await control.settleRefund({ id, status })
    const sale = (await call('GET', '/transaction/verify/sale-1')).data.status
    assert.deepEqual(
      [(await balance())[0]!.balance - before!.balance, sale],
      [kobo, kobo === 0 ? 'reversed' : 'success'],
    )
  }
  await assert.rejects(async () => control.settleRefund({ id, status: 'processed' }), /No refund/)
  const refunds = (await readEvents()).filter(({ event }) => event.startsWith('refund.'))
  assert.deepEqual(
    refunds.map(({ event }) => event),
    [
      ...['refund.pending', 'refund.pending', 'refund.needs-attention', 'refund.processing', 'refund.processed'],
      ...['refund.failed', 'refund.processed'],
    ],
  )
  assert.deepEqual(control.readViolations(), [])
})

test('a transfer leaves the balance, and returns to it when it is reversed', async (t) => {
  const { call, control, readEvents } = await openMerchant(t, { balanceKobo: 1_000_000 })
  control.setAccountName({ bankCode: '058', accountNumber: '0123456789', name: 'BISI ADE' })
  const resolved = await call('GET', '/bank/resolve?account_number=0123456789&bank_code=058')
  assert.equal(resolved.data.account_name, 'BISI ADE')
  const account = { type: 'nuban', name: 'BISI ADE', account_number: '0123456789', bank_code: '058' }
  const recipient = (await call('POST', '/transferrecipient', account)).data.recipient_code
  const payout = { source: 'balance', amount: 900_000, recipient, reference: 'settlement-000001' }
  assert.equal((await call('POST', '/transfer', payout)).data.status, 'pending')
  assert.match((await call('POST', '/transfer', payout)).message, /unique reference/)
  const second = await call('POST', '/transfer', { ...payout, reference: 'settlement-000002' })
  assert.match(second.message, /balance is not enough/)
  await control.settleTransfer({ reference: payout.reference, status: 'success' })
  await control.settleTransfer({ reference: payout.reference, status: 'reversed' })
  assert.equal((await call('GET', '/transfer/verify/settlement-000001')).data.status, 'reversed')
  const balances = (await call('GET', '/balance')).data as unknown
  assert.deepEqual(balances, [{ currency: 'NGN', balance: 1_000_000 }])
  assert.deepEqual(
    (await readEvents()).map(({ event }) => event),
    ['transfer.success', 'transfer.reversed'],
  )
})

test('the list of banks is longer than a page, and its cursor leads to the rest', async (t) => {
  const { send } = await openMerchant(t)
  const read = async (query: string) =>
    (await (await send('GET', `/bank?country=nigeria${query}`)).json()) as {
      data: { code: string }[]
      meta?: { next: string | null }
    }
  const all = await read('')
  const first = await read('&perPage=100')
  const rest = await read(`&perPage=100&next=${encodeURIComponent(first.meta!.next!)}`)
  assert.equal(first.data.length, 100)
  assert.deepEqual([...first.data, ...rest.data], all.data)
  assert.equal(rest.meta!.next, null)
})

test('more requests in a minute than the limit of the mode get 429', async (t) => {
  const { send, secretKeys } = await openMerchant(t)
  const balance = (key: string) => send('GET', '/balance', undefined, key)
  const statuses = await Promise.all(Array.from({ length: 101 }, async () => (await balance(secretKeys.test)).status))
  assert.equal(statuses.filter((status) => status === 200).length, 100)
  const limited = await balance(secretKeys.test)
  assert.equal(limited.status, 429)
  assert.ok(Number(limited.headers.get('x-ratelimit-reset')) <= 60)
  assert.equal((await balance(secretKeys.live)).status, 200)
})

test('each fault happens once, and what was processed can be verified', async (t) => {
  const { call, send, control } = await openMerchant(t)
  const initialize = (reference: string) => send('POST', '/transaction/initialize', { ...sale, reference })
  const isKnown = async (reference: string) => (await call('GET', `/transaction/verify/${reference}`)).status === 200
  const fault = (kind: 'cut-before' | 'cut-after' | 'rate-limited' | 'bad-gateway' | 'duplicate-reference') =>
    control.addFault({ operation: 'transaction_initialize', kind })

  fault('cut-before')
  await assert.rejects(initialize('cut-before'))
  assert.equal(await isKnown('cut-before'), false)
  fault('cut-after')
  await assert.rejects(initialize('cut-after'))
  assert.equal(await isKnown('cut-after'), true)
  fault('rate-limited')
  const limited = await initialize('rate-limited')
  assert.deepEqual([limited.status, limited.headers.get('x-ratelimit-reset')], [429, '1'])
  fault('bad-gateway')
  const broken = await initialize('bad-gateway')
  assert.deepEqual([broken.status, broken.headers.get('content-type')], [502, 'text/html'])
  assert.equal(await isKnown('bad-gateway'), false)
  fault('duplicate-reference')
  assert.equal((await initialize('duplicate')).status, 400)
  assert.equal(await isKnown('duplicate'), true)
  const changes = { domain: 'test', amount: '500000' }
  control.addFault({ operation: 'transaction_verify', kind: 'changed-response', changes })
  const changed = (await call('GET', '/transaction/verify/duplicate')).data
  assert.deepEqual([changed.domain, changed.amount, changed.reference], ['test', '500000', 'duplicate'])
  control.addFault({ operation: '*', kind: 'malformed-response' })
  await assert.rejects((await initialize('malformed')).json(), SyntaxError)
  assert.equal(await isKnown('malformed'), true)
  control.addFault({ operation: '*', kind: 'silence', silenceMs: 60_000 })
  const silent = initialize('silence').catch(() => undefined)
  await until(() => isKnown('silence'))
  assert.equal(await Promise.race([silent, isKnown('silence')]), true)
  const last = control.readRequests().find(({ body }) => JSON.stringify(body)?.includes('"cut-after"'))
  assert.deepEqual([last?.operation, last?.status], ['transaction_initialize', null])
})

test('events are signed with the secret key, and come early, late, twice, altered or not at all', async (t) => {
  assert.equal(
    signEvent('{"event":"charge.success"}', 'sk_test_key'),
    '768948449d0b4588281d38a4f5255122314ba1e9a21fed01a2a7f8cb9ed42f08938334e1981c042c1f41b2285b855d263ae7cf659e805df6c4983085dfa33a10',
  )
  const merchant = await openMerchant(t)
  const { control, receiver, secretKeys } = merchant
  const pay = async (reference: string) =>
    control.transferIn({ ...payer, accountNumber: await sellByTransfer(merchant, reference) })
  const rule = (mode: 'drop' | 'hold' | 'repeat' | 'tamper') => control.addEventRule({ event: 'charge.success', mode })
  const takeEvents = () =>
    receiver.received.splice(0).map(({ body, headers }) => ({
      reference: (JSON.parse(body) as { data: { reference: string } }).data.reference,
      isSigned: headers['x-paystack-signature'] === signEvent(body, secretKeys.live),
    }))

  await pay('plain')
  assert.deepEqual(takeEvents(), [{ reference: 'plain', isSigned: true }])
  rule('drop')
  await pay('dropped')
  assert.deepEqual(takeEvents(), [])
  rule('hold')
  rule('hold')
  await pay('held-1')
  await pay('held-2')
  await control.releaseEvents({ isInOrder: false })
  assert.deepEqual(
    takeEvents().map(({ reference }) => reference),
    ['held-2', 'held-1'],
  )
  rule('repeat')
  await pay('repeated')
  assert.equal(takeEvents().length, 2)
  rule('tamper')
  await pay('tampered')
  assert.deepEqual(takeEvents(), [{ reference: 'tampered', isSigned: false }])
})

test('an early event is delivered before the response, and an event that is not answered with 200 is sent again', async (t) => {
  const merchant = await openMerchant(t, { retryDelaysMs: [0] })
  const { call, control, receiver, url } = merchant
  await call('POST', '/transaction/initialize', sale)
  await control.decideOnPage({ reference: 'sale-1', decision: 'success' })
  const { authorization } = (await call('GET', '/transaction/verify/sale-1')).data
  const { authorization_code } = authorization as { authorization_code: string }
  receiver.received.splice(0)
  receiver.respondWith(500)
  const response = await fetch(`${url}/control/event-rules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'charge.success', mode: 'early' }),
  })
  assert.equal(response.status, 200)
  await call('POST', '/transaction/charge_authorization', { email: sale.email, amount: 100_000, authorization_code })
  assert.ok(receiver.received.length > 0, 'it is delivered before the response')
  await until(() => control.readDeliveries().at(-1)?.attempt === 2)
  assert.equal(receiver.received[0]!.body, receiver.received[1]!.body)
})
