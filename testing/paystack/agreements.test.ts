import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../processor/until.ts'
import { type Merchant, openMerchant, payer, sale, sellByTransfer } from './merchant.ts'

const kinds = async ({ readEvents }: Merchant) => (await readEvents()).map(({ event }) => event)

async function sell(merchant: Merchant, reference: string) {
  const accountNumber = await sellByTransfer(merchant, reference)
  assert.deepEqual(await merchant.control.transferIn({ ...payer, accountNumber }), { kind: 'paid' })
}

test('a mandate is agreed to on the hosted page, activated by the bank, debited and ended', async (t) => {
  const merchant = await openMerchant(t)
  const { call, control, readEvents } = merchant
  const account = { number: '0123456789', bank_code: '058' }
  const asked = { email: sale.email, channel: 'direct_debit', account, callback_url: 'https://shop.ng/mandate' }
  const { data } = await call('POST', '/customer/authorization/initialize', asked)
  const verify = () => call('GET', `/customer/authorization/verify/${data.reference}`)
  assert.equal((await verify()).status, 404)
  const address = String(data.redirect_url)
  assert.match(await (await fetch(address)).text(), /Guaranty Trust Bank, account ending 6789/)
  const body = new URLSearchParams({ decision: 'success' })
  const agreed = await fetch(address, { method: 'POST', redirect: 'manual', body })
  assert.match(String(agreed.headers.get('location')), /^https:\/\/shop.ng\/mandate\?trxref=/)
  const { authorization_code, active } = (await verify()).data
  assert.equal(active, false)
  const debit = { email: sale.email, amount: sale.amount, reference: 'debit-1', authorization_code }
  assert.equal((await call('POST', '/transaction/charge_authorization', debit)).status, 400)
  await control.activateMandate({ reference: String(data.reference) })
  assert.equal((await call('POST', '/transaction/charge_authorization', debit)).data.status, 'processing')
  await control.settleCharge({ reference: 'debit-1', declineMessage: null })
  const again = { ...debit, reference: 'debit-2' }
  await call('POST', '/transaction/charge_authorization', again)
  await control.settleCharge({ reference: 'debit-2', declineMessage: 'Insufficient Funds' })
  assert.equal((await call('GET', '/transaction/verify/debit-2')).data.status, 'failed')
  await call('POST', '/customer/authorization/deactivate', { authorization_code })
  const ended = await call('POST', '/transaction/charge_authorization', { ...debit, reference: 'debit-3' })
  assert.equal(ended.status, 400)
  assert.deepEqual(await kinds(merchant), [
    'direct_debit.authorization.created',
    'direct_debit.authorization.active',
    'charge.success',
  ])
  assert.equal('reference' in (await readEvents())[0]!.data, false)
  assert.deepEqual(control.readViolations(), [])
})

test('a dispute is declined with a file or accepted, and an accepted one is refunded', async (t) => {
  const merchant = await openMerchant(t)
  const { call, control } = merchant
  await sell(merchant, 'sale-1')
  await sell(merchant, 'sale-2')
  const declined = await control.openDispute({ reference: 'sale-1' })
  const upload = (await call('GET', `/dispute/${declined.id}/upload_url`)).data
  const answer = { message: 'It was delivered', refund_amount: 0, uploaded_filename: String(upload.fileName) }
  const resolve = (id: number, resolution: string) =>
    call('PUT', `/dispute/${id}/resolve`, {
      ...answer,
      refund_amount: resolution === 'declined' ? 0 : 200_000,
      resolution,
    })
  assert.equal((await resolve(declined.id, 'declined')).status, 400, 'the file is missing')
  const file = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'image' }
  assert.equal((await fetch(String(upload.signedUrl), file)).status, 200)
  assert.equal((await resolve(declined.id, 'declined')).data.status, 'awaiting-bank-feedback')
  await control.closeDispute({ id: declined.id, resolution: 'declined' })
  const accepted = await control.openDispute({ reference: 'sale-2' })
  await control.remindOfDispute(accepted)
  assert.equal((await resolve(accepted.id, 'merchant-accepted')).data.status, 'resolved')
  const refunds = (await call('GET', '/refund?transaction=sale-2')).data as unknown as {
    amount: number
    dispute: number
  }[]
  assert.deepEqual(
    refunds.map(({ amount, dispute }) => [amount, dispute]),
    [[200_000, accepted.id]],
  )
  const open = (await call('GET', '/dispute?status=awaiting-merchant-feedback')).data as unknown as unknown[]
  assert.equal(open.length, 0)
  assert.deepEqual((await kinds(merchant)).slice(2), [
    'charge.dispute.create',
    'charge.dispute.resolve',
    'charge.dispute.create',
    'charge.dispute.remind',
    'refund.pending',
    'charge.dispute.resolve',
  ])
  assert.equal(control.readViolations().length, 1)
})

test('a settlement lists its transactions, to the kobo, and takes the money from the balance', async (t) => {
  const merchant = await openMerchant(t, { balanceKobo: 0 })
  const { call, control } = merchant
  await sell(merchant, 'sale-1')
  const { reference } = await control.payUnasked({ domain: 'live', amountKobo: 100_000, email: 'eze@mail.ng' })
  await call('POST', '/refund', { transaction: 'sale-1', amount: 50_000 })
  const { id } = await control.createSettlement({ domain: 'live' })
  const [settlement] = (await call('GET', '/settlement')).data as unknown as Record<string, unknown>[]
  // Fees: 1.5 % of ₦5,000 and ₦100; 1.5 % of ₦1,000.
  assert.deepEqual(
    [settlement?.total_processed, settlement?.total_fees, settlement?.deductions, settlement?.effective_amount],
    [600_000, 19_000, 50_000, 531_000],
  )
  const settled = (await call('GET', `/settlement/${id}/transactions`)).data as unknown as { reference: string }[]
  assert.deepEqual(settled.map((one) => one.reference).sort(), ['sale-1', reference].sort())
  const found = (await call('GET', `/transaction?settlement=${id}&channel=card`)).data as unknown as unknown[]
  assert.equal(found.length, 1)
  assert.deepEqual((await call('GET', '/balance')).data, [{ currency: 'NGN', balance: 0 }])
  assert.deepEqual(control.readViolations(), [])
})

test('an identification by BVN is answered by an event', async (t) => {
  const { call, control, readEvents } = await openMerchant(t)
  const { customer_code } = (await call('POST', '/customer', { email: sale.email })).data
  const identity = {
    country: 'NG',
    type: 'bank_account',
    bvn: '20012345677',
    bank_code: '058',
    account_number: '0123456789',
  }
  const path = `/customer/${customer_code}/identification`
  assert.equal((await call('POST', path, { ...identity, first_name: 'Ada', last_name: 'Obi' })).status, 202)
  await control.settleIdentification({ customerCode: String(customer_code), reason: 'BVN is incorrect' })
  const [event] = await readEvents()
  assert.deepEqual([event?.event, event?.data.reason], ['customeridentification.failed', 'BVN is incorrect'])
  assert.doesNotMatch(JSON.stringify(event), /20012345677/)
})

test('a refund ends by itself where that is asked for', async (t) => {
  const merchant = await openMerchant(t, { settleAfterMs: 0 })
  const { call } = merchant
  await sell(merchant, 'sale-1')
  const { id } = (await call('POST', '/refund', { transaction: 'sale-1' })).data
  const read = async () => (await call('GET', `/refund/${id}`)).data.status
  await until(async () => (await read()) === 'processed')
  const kindsSent = (await kinds(merchant)).filter((kind) => kind.startsWith('refund.'))
  assert.ok(kindsSent.includes('refund.pending'))
})

test('the page for people shows what is open, and its buttons do what payers do', async (t) => {
  const merchant = await openMerchant(t)
  const { call, url } = merchant
  await sellByTransfer(merchant, 'sale-1')
  await call('POST', '/transaction/initialize', { ...sale, reference: 'under_score' })
  await call('GET', '/refund?%3Cb%3E=1')
  const shown = await (await fetch(url)).text()
  const [, value] = /value="([^"]+)">Transfer the amount/.exec(shown)!
  const run = value!.replaceAll('&#34;', '"')
  const press = (text: string) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ run: text }) })
  assert.equal((await press(run)).status, 303)
  assert.equal((await call('GET', '/transaction/verify/sale-1')).data.status, 'success')
  assert.equal((await press('["unknown",{}]')).status, 422)
  assert.match(shown, /transaction_initialize: Only -/)
  assert.match(shown, /additional properties: &#60;b&#62;/)
})
