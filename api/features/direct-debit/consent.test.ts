import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createMandate,
  debitNow,
  getMandate,
  listDebits,
  scheduleDebit,
  sendMandate,
} from '@adire/contract/direct-debit.ts'
import { hourMs } from '@adire/contract/durations.ts'
import {
  confirmMandate,
  declineMandate,
  getMandatePage,
  requestMandateOtp,
  simulateMandateTransfer,
  stopMandate,
} from '@adire/contract/mandate-page.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { activeMandate, agreeToMandate, aMandate, codeOf, dayFromNow, testAccounts } from '../../testing/mandates.ts'

const otp = '123456'
const wrong = '654321'

test('a consent code is stored as a hash, allows three attempts, also concurrent ones, and proves consent once [S7.5-08]', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const mandate = await caller.call(createMandate, aMandate(api))
  const accessCode = codeOf(mandate)
  const { call } = api.asNobody()
  const { textVersion, text } = await call(getMandatePage, { accessCode })
  const confirm = (code: string) => call(confirmMandate, { accessCode, otp: code, textVersion, accepted: true })
  await assert.rejects(confirm(otp), { code: 'otp_spent' })
  const { otp: sent } = await call(requestMandateOtp, { accessCode })
  assert.deepEqual([sent!.sentTo, sent!.triesLeft], ['a•••@example.com', 3])
  await assert.rejects(call(requestMandateOtp, { accessCode }), { status: 429 })
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(wrong)))
  assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 0)
  assert.equal(attempts.filter((one) => one.status === 'rejected' && one.reason.code === 'otp_wrong').length, 2)
  await assert.rejects(confirm(otp), { code: 'otp_spent' })

  api.forward(61_000)
  await call(requestMandateOtp, { accessCode })
  await assert.rejects(call(confirmMandate, { accessCode, otp, textVersion: 'another', accepted: true }), {
    code: 'text_changed',
  })
  const agreed = await Promise.all([confirm(otp), confirm(otp)])
  assert.deepEqual(new Set(agreed.map(({ status }) => status)), new Set(['pending_authorization']))
  const found = await caller.call(getMandate, { id: mandate.id })
  assert.deepEqual([found.consent!.text, found.consent!.textVersion], [text, textVersion])
  assert.ok(found.consent!.ip)
  const stored = await api.runtime.database.read((tx) => tx.execute(sql`select mandates::text as all from mandates`))
  assert.ok(!JSON.stringify(stored.rows).includes(testAccounts.ok) && !JSON.stringify(stored.rows).includes(otp))
})

test('a consent code expires after ten minutes, and a consent request after two weeks unless it is sent again', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const { id, ...mandate } = await caller.call(createMandate, aMandate(api, { startOn: dayFromNow(api, 30) }))
  const accessCode = codeOf({ id, ...mandate })
  const { call } = api.asNobody()
  const { textVersion } = await call(requestMandateOtp, { accessCode })
  api.forward(11 * 60_000)
  assert.equal((await call(getMandatePage, { accessCode })).otp, null)
  await assert.rejects(call(confirmMandate, { accessCode, otp, textVersion, accepted: true }), { code: 'otp_spent' })
  api.forward(15 * 24 * hourMs)
  await assert.rejects(call(requestMandateOtp, { accessCode }), { code: 'request_expired' })
  await runNow(api.runtime, 'follow-mandates')
  assert.equal((await caller.call(getMandate, { id })).status, 'authorization_expired')
  const again = await caller.call(sendMandate, { id })
  assert.deepEqual([again.status, again.standing.reason], ['pending', null])
  assert.notEqual(again.reference, mandate.reference)
  assert.equal((await agreeToMandate(api, accessCode)).status, 'pending_authorization')
})

test('a missing transfer, one from another account or one that is not NGN 50 does not authorise; after 48 hours the request expires', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const mandate = await caller.call(createMandate, aMandate(api, { accountNumber: testAccounts.silent }))
  const accessCode = codeOf(mandate)
  const { call } = api.asNobody()
  await agreeToMandate(api, accessCode)
  for (const outcome of ['wrong_amount', 'other_account', 'exact'] as const) {
    const { page } = await call(simulateMandateTransfer, { accessCode, outcome })
    assert.equal(page.status, 'pending_authorization')
  }
  api.forward(47 * hourMs)
  await runNow(api.runtime, 'follow-mandates')
  assert.equal((await call(getMandatePage, { accessCode })).status, 'pending_authorization')
  api.forward(hourMs)
  await runNow(api.runtime, 'follow-mandates')
  const page = await call(getMandatePage, { accessCode })
  assert.deepEqual([page.status, page.transfer], ['authorization_expired', null])
  await assert.rejects(call(simulateMandateTransfer, { accessCode, outcome: 'exact' }), { code: 'nothing_to_play' })
})

test('a bank can reject a mandate, and a customer can decline it', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const { call } = api.asNobody()
  const rejected = await caller.call(createMandate, aMandate(api, { accountNumber: testAccounts.rejected }))
  await agreeToMandate(api, codeOf(rejected))
  await call(simulateMandateTransfer, { accessCode: codeOf(rejected), outcome: 'exact' })
  api.forward(10_000)
  await api.drain()
  assert.equal((await caller.call(getMandate, { id: rejected.id })).status, 'rejected')
  const page = await call(getMandatePage, { accessCode: codeOf(rejected) })
  assert.equal(page.endedBy, 'bank')
  assert.ok(page.reason)

  const declined = await caller.call(createMandate, aMandate(api))
  for (let times = 0; times < 2; times++)
    assert.equal((await call(declineMandate, { accessCode: codeOf(declined) })).endedBy, 'customer')
  await assert.rejects(call(requestMandateOtp, { accessCode: codeOf(declined) }), { status: 409 })
})

test('a customer cancels the mandate they agreed to: nothing more is debited, and the business and the bank are told [S7.5-08]', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const { call } = api.asNobody()
  const asked = await caller.call(createMandate, aMandate(api))
  await assert.rejects(call(stopMandate, { accessCode: codeOf(asked) }), { code: 'mandate_move_refused' })

  const mandate = await activeMandate(api, caller)
  const accessCode = codeOf(mandate)
  const date = dayFromNow(api, 3)
  const planned = await caller.call(scheduleDebit, { mandateId: mandate.id, amountKobo: 100_000, date })
  const stops = await Promise.all([call(stopMandate, { accessCode }), call(stopMandate, { accessCode })])
  assert.deepEqual(
    stops.map(({ status, endedBy, reason, coming }) => [status, endedBy, reason, coming]),
    [
      ['cancelled', 'customer', null, []],
      ['cancelled', 'customer', null, []],
    ],
  )
  await api.drain()
  const found = await caller.call(getMandate, { id: mandate.id })
  assert.deepEqual([found.status, found.standing.reason], ['cancelled', 'Cancelled by the customer'])
  const { content } = await caller.call(listDebits, { id: mandate.id })
  assert.deepEqual(
    content.map(({ id, status }) => [id, status]),
    [[planned.id, 'cancelled']],
  )
  await assert.rejects(caller.call(debitNow, { id: mandate.id, amountKobo: 100_000 }), { status: 409 })
  const notices = (await caller.call(listNotifications, {})).content.map(({ text }) => text)
  assert.ok(notices.includes('Ada Obi: Cancelled by the customer.'), String(notices))
  const atBank = await api.runtime.database.read((tx) =>
    tx.execute(sql`select status from sandbox_mandates where reference = ${mandate.reference}`),
  )
  assert.deepEqual(atBank.rows, [{ status: 'closed' }])
})

test('a key has access to the mandates of its business and mode, and to no drafts', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const mandate = await caller.call(createMandate, aMandate(api))
  const accessCode = codeOf(mandate)
  await assert.rejects(api.asNobody('LIVE').call(getMandatePage, { accessCode }), { status: 404 })
  await assert.rejects(api.asNobody().call(getMandatePage, { accessCode: 'a'.repeat(32) }), { status: 404 })
  await assert.rejects(api.asNobody('LIVE').call(simulateMandateTransfer, { accessCode, outcome: 'exact' }), {
    status: 403,
  })
  const draft = await caller.call(createMandate, { ...aMandate(api), draft: true })
  const { rows } = await api.runtime.database.read((tx) =>
    tx.execute<{ code: string }>(sql`select access_code as code from mandates where id = ${draft.id}`),
  )
  await assert.rejects(api.asNobody().call(getMandatePage, { accessCode: rows[0]!.code }), { status: 404 })
  const page = await api.asNobody().call(getMandatePage, { accessCode })
  assert.ok(!JSON.stringify(page).includes(testAccounts.ok))
})

test('an unknown sandbox account, a start that is too early and an end before the start are rejected', async (t) => {
  const api = await testApp(t)
  const { call } = api.as(await api.createUser())
  const rejectionOf = async (more: Parameters<typeof aMandate>[1]) => {
    const error = await call(createMandate, aMandate(api, more)).then(
      () => undefined,
      (rejection) => rejection,
    )
    return `${error?.status} ${error?.fields?.[0]?.field}`
  }
  assert.equal(await rejectionOf({ accountNumber: '0123456789' }), '422 accountNumber')
  assert.equal(await rejectionOf({ startOn: dayFromNow(api, 0) }), '422 startOn')
  assert.equal(await rejectionOf({ startOn: dayFromNow(api, 5), endOn: dayFromNow(api, 4) }), '400 endOn')
  assert.equal(await rejectionOf({ endOn: '9999-12-31' }), '422 endOn')
  assert.equal(await rejectionOf({ maxTotalKobo: 499_999 }), '400 maxTotalKobo')
  assert.equal(await rejectionOf({ maxTotalKobo: 500_001, feeBearer: 'customer' }), '422 maxTotalKobo')
  assert.equal(await rejectionOf({ kind: 'fixed' }), '400 frequency')
  assert.equal(await rejectionOf({ frequency: 'weekly' }), '400 frequency')
  assert.equal(await rejectionOf({ amountKobo: 25_000_000_01 }), '400 amountKobo')
})

test('a consent code whose email could not be sent can be requested again at once', async (t) => {
  const api = await testApp(t)
  const withoutMail = await testApp(t, { SMTP_URL: 'smtp://127.0.0.1:1' }, api)
  const accessCode = codeOf(await api.as(await api.createUser()).call(createMandate, aMandate(api)))
  await assert.rejects(withoutMail.asNobody().call(requestMandateOtp, { accessCode }), { status: 503 })
  const { otp: sent } = await api.asNobody().call(requestMandateOtp, { accessCode })
  assert.equal(sent!.triesLeft, 3)
  await assert.rejects(api.asNobody().call(requestMandateOtp, { accessCode }), { status: 429 })
})
