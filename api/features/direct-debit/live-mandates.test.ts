import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { cancelMandate, createMandate, getMandate, sendMandate, updateMandate } from '@adire/contract/direct-debit.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture, secretKey } from '../../testing/live-fixture.ts'
import { requestLiveMandate } from '../../testing/live-mandate.ts'
import { mailsTo } from '../../testing/mails.ts'
import { aMandate } from '../../testing/mandates.ts'
import { accessBankId } from '../../testing/settlement-fixture.ts'
import { createUser } from '../../testing/users.ts'

/** A mandate of a live business at Paystack, to which its customer has agreed on our page. */
async function agreedFixture(t: TestContext) {
  const live = await liveFixture(t)
  const { app, paystack } = live
  const mandate = await requestLiveMandate(live)
  /** Reference at Paystack, which its page has in its address. */
  const referenceOf = async () => {
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query<{ processor_reference: string }>('select processor_reference from mandates where id = $1', [
        mandate.id,
      ]),
    )
    return rows[0]!.processor_reference
  }
  const activate = async () => {
    await mandate.agree()
    await mandate.authorize()
    await paystack.control.activateMandate({ reference: await referenceOf() })
    await app.drain()
  }
  return { ...live, ...mandate, activate, referenceOf }
}

test('a mandate is authorised on the page of Paystack, and debited once paid and once declined', async (t) => {
  const { app, agree, page, authorize, comeBack, seen, paystack, ...live } = await agreedFixture(t)
  assert.equal((await page()).asksHolder, false)
  const agreed = await agree()
  assert.deepEqual([agreed.status, agreed.transfer], ['pending_authorization', null])
  assert.match(agreed.authorizationUrl!, new RegExp(`^${paystack.url}/checkout/`))
  const html = await (await fetch(`${app.url}/mandate/${live.accessCode}`)).text()
  assert.ok(html.includes(agreed.authorizationUrl!) && !html.includes('NGN 50<'))
  await app.drain()
  const confirm = (await mailsTo(app, 'ada@example.com')).at(-1)!
  assert.match(confirm.subject, /^Confirm your account for /)

  // Who comes back without having authorised it changes nothing.
  assert.equal((await comeBack()).headers.get('location'), `/mandate/${live.accessCode}`)
  assert.equal((await page()).status, 'pending_authorization')
  const back = await authorize()
  assert.ok(back.startsWith(`${app.runtime.config.publicUrl}/mandate/${live.accessCode}/return?`))
  assert.equal((await comeBack()).status, 303)
  assert.equal((await page()).status, 'pending_activation')
  await paystack.control.activateMandate({ reference: await live.referenceOf() })
  await app.drain()
  assert.deepEqual([(await seen()).status, (await seen()).readyToDebit], ['active', true])
  assert.equal((await page()).authorizationUrl, null)

  const paid = await live.debit(300_000)
  assert.equal((await live.debitOf(paid)).status, 'processing')
  await paystack.control.settleCharge({ reference: await live.chargeOf(paid), declineMessage: null })
  await app.drain()
  assert.equal((await live.debitOf(paid)).status, 'success')
  const payment = await live.call(getPayment, { id: (await live.debitOf(paid)).paymentId! })
  assert.deepEqual([payment.status, payment.channel, payment.amountKobo], ['success', 'direct_debit', 300_000])

  const declined = await live.debit(200_000)
  await paystack.control.settleCharge({ reference: await live.chargeOf(declined), declineMessage: 'Account closed' })
  await live.queryDebits()
  const { status, failure } = await live.debitOf(declined)
  assert.deepEqual([status, failure!.code], ['failed', 'account_closed'])
  assert.deepEqual([(await seen()).status, (await seen()).debitedKobo], ['cancelled', 300_000])
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('a debit whose response is lost is made once, also if the authorization has ended meanwhile', async (t) => {
  const { app, activate, debit, debitOf, chargeOf, queryDebits, balanceKobo, paystack, referenceOf, seen } =
    await agreedFixture(t)
  await activate()
  const before = await balanceKobo()
  for (const kind of ['cut-after', 'duplicate-reference', 'cut-before'] as const) {
    paystack.control.addFault({ operation: 'transaction_chargeAuthorization', kind })
    const id = await debit(100_000)
    assert.equal((await debitOf(id)).status, 'processing', kind)
    await queryDebits()
    await paystack.control.settleCharge({ reference: await chargeOf(id), declineMessage: null })
    await queryDebits()
    assert.equal((await debitOf(id)).status, 'success', kind)
  }
  // Each came in once, less its fee of NGN 15.
  assert.equal((await balanceKobo()) - before, 3 * (100_000 - 1_500))

  paystack.control.addFault({ operation: 'transaction_chargeAuthorization', kind: 'cut-after' })
  const last = await debit(100_000)
  const { authorization_code } = await verify(paystack.url, await referenceOf())
  await post(paystack.url, '/customer/authorization/deactivate', { authorization_code })
  await queryDebits()
  assert.equal((await debitOf(last)).status, 'processing')
  await paystack.control.settleCharge({ reference: await chargeOf(last), declineMessage: null })
  await queryDebits()
  assert.equal((await debitOf(last)).status, 'success')
  await runNow(app.runtime, 'follow-mandates')
  assert.equal((await seen()).status, 'suspended')
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('a charge of another amount is no success of a debit', async (t) => {
  const { app, activate, debit, debitOf, chargeOf, paystack } = await agreedFixture(t)
  await activate()
  const id = await debit(100_000)
  const changes = { amount: 99_999 }
  paystack.control.addFault({ operation: 'transaction_verify', kind: 'changed-response', changes, count: 100 })
  await paystack.control.settleCharge({ reference: await chargeOf(id), declineMessage: null })
  app.forward(hourMs)
  await runNow(app.runtime, 'debit-mandates')
  assert.equal((await debitOf(id)).status, 'processing')
})

test('an authorization that nobody gives expires after 48 hours, and one given later is ended', async (t) => {
  const { app, agree, seen, referenceOf, paystack } = await agreedFixture(t)
  paystack.control.addFault({ operation: 'customer_initializeAuthorization', kind: 'cut-after' })
  assert.equal((await agree()).status, 'pending')
  app.forward(61_000)
  await runNow(app.runtime, 'follow-mandates')
  assert.equal((await seen()).status, 'pending_authorization')
  app.forward(49 * hourMs)
  await runNow(app.runtime, 'follow-mandates')
  await app.drain()
  const { status, standing } = await seen()
  assert.deepEqual(
    [status, standing.reason],
    ['authorization_expired', 'The account was not confirmed within 48 hours'],
  )
  const reference = await referenceOf()
  await paystack.control.agreeToMandate({ reference })
  await paystack.control.activateMandate({ reference })
  await app.drain()
  assert.equal((await verify(paystack.url, reference)).active, false)
  assert.equal((await seen()).status, 'authorization_expired')
})

test('a mandate that is sent again after its authorization expired may get the reference that it had at Paystack', async (t) => {
  const { app, agree, call, id, seen, referenceOf, paystack } = await agreedFixture(t)
  await agree()
  const reference = await referenceOf()
  app.forward(49 * hourMs)
  await runNow(app.runtime, 'follow-mandates')
  await call(sendMandate, { id })
  await app.drain()
  assert.equal(await referenceOf(), null)
  paystack.control.addFault({
    operation: 'customer_initializeAuthorization',
    kind: 'changed-response',
    changes: { reference },
  })
  await agree()
  assert.deepEqual([(await seen()).status, await referenceOf()], ['pending_authorization', reference])
})

test('a cancelled mandate is ended at Paystack, also if the response is lost', async (t) => {
  const { app, activate, call, id, seen, referenceOf, paystack } = await agreedFixture(t)
  await activate()
  paystack.control.addFault({ operation: 'customer_deactivateAuthorization', kind: 'cut-after' })
  await call(cancelMandate, { id })
  // The job fails, and is run again.
  await assert.rejects(app.drain())
  app.forward(hourMs)
  await app.drain()
  assert.equal((await seen()).status, 'cancelled')
  assert.equal((await verify(paystack.url, await referenceOf())).active, false)
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('without a processor of direct debits, live mode creates no mandate', async (t) => {
  const app = await testApp(t)
  const { call } = app.as(await createUser(app.runtime, 'Live', 'LIVE'), 'LIVE')
  await assert.rejects(call(createMandate, aMandate(app)), { message: 'Direct debit is not open in Live Mode yet.' })
})

const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
const post = (url: string, path: string, body: object) =>
  fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
async function verify(url: string, reference: string) {
  const response = await fetch(`${url}/customer/authorization/verify/${reference}`, { headers })
  return ((await response.json()) as { data: { active: boolean; authorization_code: string } }).data
}

test('a draft whose bank is changed by another request meanwhile does not keep the number of that bank', async (t) => {
  const { app, call } = await liveFixture(t)
  const { id } = await call(createMandate, { ...aMandate(app), draft: true })
  const { database } = app.runtime
  const { write } = database
  // After the first transaction of the next request.
  database.write = async (callback) => {
    const result = await write(callback)
    database.write = write
    await call(updateMandate, { ...aMandate(app), id, bankId: accessBankId, accountNumber: '0000000017' })
    return result
  }
  await assert.rejects(
    call(updateMandate, { ...aMandate(app, { amountKobo: 700_000 }), id, accountNumber: undefined }),
    errorWith(422, 'validation_error', 'accountNumber'),
  )
  const { bankName, accountNumber, amountKobo } = await call(getMandate, { id })
  assert.deepEqual([bankName, accountNumber, amountKobo], ['Access Bank', '•••• 0017', 500_000])
})
