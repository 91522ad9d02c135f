import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { cancelMandate } from '@adire/contract/direct-debit.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { openMonnifySimulator } from '../../../testing/monnify/simulator.ts'
import { testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import { monnifySettings } from '../../testing/conformance/monnify-bench.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { requestLiveMandate } from '../../testing/live-mandate.ts'
import { createUser } from '../../testing/users.ts'

const holder = { phone: '0803 123 4567', address: '12 Broad Street, Lagos' }

/** A mandate that a live business with Monnify has requested. */
async function requestedFixture(t: TestContext) {
  const monnify = await openMonnifySimulator({ port: 0 })
  atEnd(t, () => monnify.close())
  const app = await testApp(t, { PROCESSOR: 'monnify', ...monnifySettings(monnify.url) })
  monnify.control.setEventsUrl({ url: `${app.url}/providers/monnify/events` })
  const { call } = app.as(await createUser(app.runtime, 'Live', 'LIVE'), 'LIVE')
  const mandate = await requestLiveMandate({ app, call })
  const readHolder = async () => {
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query<{ sealed_holder: string | null }>('select sealed_holder from mandates'),
    )
    return rows[0]!.sealed_holder
  }
  const { control } = monnify
  const activate = async () => {
    await mandate.agree(holder)
    await mandate.authorize()
    await control.setMandate({ reference: (await mandate.seen()).reference, status: 'ACTIVE' })
    await app.drain()
  }
  return { app, call, monnify, control, ...mandate, readHolder, activate }
}

test('a mandate of Monnify needs phone and address of its holder, is authorised by a transfer, and debited once paid and once declined', async (t) => {
  const { app, call, monnify, control, page, agree, authorize, comeBack, seen, ...live } = await requestedFixture(t)
  assert.equal((await page()).asksHolder, true)
  await assert.rejects(agree(), errorWith(400, 'validation_error'))
  assert.equal((await page()).acceptedAt, null)
  const form = (more: Record<string, string>) =>
    fetch(`${app.url}/mandate/${live.accessCode}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: app.runtime.config.publicUrl },
      body: new URLSearchParams({ step: 'confirm', otp: '000000', accepted: 'yes', textVersion: 'x', ...more }),
    })
  const html = await (await form({ phone: '123', address: '' })).text()
  assert.match(html, /name="phone"[^>]*value="123"/)
  app.forward(60_000)
  const agreed = await agree(holder)
  assert.deepEqual([agreed.status, agreed.asksHolder], ['pending_authorization', false])
  const { url } = monnify
  assert.ok(agreed.authorizationUrl!.startsWith(`${url}/mandate-auth/`))
  // They are passed on, and not kept.
  assert.equal(await live.readHolder(), null)
  const { body } = control.readRequests().find(({ operation }) => operation === 'createMandate')!
  const sent = body as Record<string, unknown>
  assert.deepEqual([sent.customerPhoneNumber, sent.customerAddress], ['+2348031234567', holder.address])

  assert.ok((await authorize()).startsWith(`${app.runtime.config.publicUrl}/mandate/${live.accessCode}/return`))
  assert.equal((await comeBack()).status, 303)
  assert.equal((await page()).status, 'pending_activation')
  const { reference } = await seen()
  await control.setMandate({ reference, status: 'ACTIVE' })
  await app.drain()
  assert.deepEqual([(await seen()).status, (await seen()).readyToDebit], ['active', true])

  const paid = await live.debit(300_000)
  assert.equal((await live.debitOf(paid)).status, 'processing')
  await control.settleCharge({ reference: await live.chargeOf(paid), declineMessage: null })
  await app.drain()
  assert.equal((await live.debitOf(paid)).status, 'success')
  const payment = await call(getPayment, { id: (await live.debitOf(paid)).paymentId! })
  assert.deepEqual([payment.status, payment.channel, payment.amountKobo], ['success', 'direct_debit', 300_000])
  const declined = await live.debit(200_000)
  await control.settleCharge({ reference: await live.chargeOf(declined), declineMessage: 'Account closed' })
  await live.queryDebits()
  assert.equal((await live.debitOf(declined)).failure!.code, 'account_closed')
  assert.deepEqual(control.readViolations(), [])
})

test('a mandate and a debit of Monnify are made once if responses are lost, and a cancelled mandate ends there', async (t) => {
  const { app, call, control, id, seen, agree, authorize, readHolder, ...live } = await requestedFixture(t)
  control.addFault({ operation: 'createMandate', kind: 'cut-after' })
  assert.equal((await agree(holder)).status, 'pending')
  assert.notEqual(await readHolder(), null)
  app.forward(61_000)
  await runNow(app.runtime, 'follow-mandates')
  const { status, reference } = await seen()
  assert.deepEqual([status, await readHolder()], ['pending_authorization', null])
  await authorize()
  await control.setMandate({ reference, status: 'ACTIVE' })
  await app.drain()

  const before = control.readBalance()
  for (const kind of ['cut-after', 'duplicate-reference', 'cut-before'] as const) {
    control.addFault({ operation: 'debitMandate', kind })
    const debitId = await live.debit(100_000)
    assert.equal((await live.debitOf(debitId)).status, 'processing', kind)
    await live.queryDebits()
    await control.settleCharge({ reference: await live.chargeOf(debitId), declineMessage: null })
    await live.queryDebits()
    assert.equal((await live.debitOf(debitId)).status, 'success', kind)
  }
  // Each came in once, less its fee of NGN 15.
  assert.equal(control.readBalance() - before, 3 * (100_000 - 1_500))

  control.addFault({ operation: 'cancelMandate', kind: 'cut-after' })
  await call(cancelMandate, { id })
  // The job fails, and is run again.
  await assert.rejects(app.drain())
  app.forward(3_600_000)
  await app.drain()
  assert.equal((await seen()).status, 'cancelled')
  assert.deepEqual(control.readViolations(), [])
})

test('a mandate that the bank suspends is not debited, and one that Monnify ends is cancelled', async (t) => {
  const { app, control, seen, activate } = await requestedFixture(t)
  await activate()
  const { reference } = await seen()
  await control.setMandate({ reference, status: 'SUSPENDED' })
  await app.drain()
  assert.equal((await seen()).status, 'suspended')
  await control.setMandate({ reference, status: 'CANCELLED' })
  await app.drain()
  assert.deepEqual(
    [(await seen()).status, (await seen()).standing.reason],
    ['cancelled', 'The mandate was cancelled at the bank'],
  )
  assert.deepEqual(control.readViolations(), [])
})

test('a reference that Monnify has for the mandate of another business gives no consent to a second mandate', async (t) => {
  const { app, agree, page, seen, ...live } = await requestedFixture(t)
  await agree(holder)
  const { call } = app.as(await createUser(app.runtime, 'Other', 'LIVE'), 'LIVE')
  app.forward(60_000)
  const second = await requestLiveMandate({ app, call })
  await app.runtime.database.write(async ({ $client }) =>
    $client.query('update mandates set reference = $1 where id = $2', [(await seen()).reference, second.id]),
  )
  await assert.rejects(second.agree(holder), { status: 500 })
  assert.equal((await second.page()).authorizationUrl, null)
  assert.equal((await second.seen()).status, 'pending')
  assert.equal((await page()).status, 'pending_authorization')
  assert.equal(live.monnify.control.readRequests().filter(({ operation }) => operation === 'createMandate').length, 1)
})
