import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { answerBank, getCheckoutPage, payByAccount } from '@adire/contract/checkout.ts'
import { readConfig } from '../../config.ts'
import { paystack } from '../../connectors/paystack/definition.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture } from '../../testing/live-fixture.ts'

const accountNumbers = { '033': '1000000007', '057': '1000000049', '058': '1000000077' }

/** A live business whose provider has named two banks of which Paystack debits accounts. */
async function withAccounts(t: TestContext, env: Record<string, string> = {}) {
  const live = await liveFixture(t, { PAYSTACK_BANK_ACCOUNTS: '057,058', ...env })
  const { app, payer, start } = live
  const payAccount = async (bankCode: keyof typeof accountNumbers) => {
    const { accessCode, reference } = await start()
    const state = await payer.call(payByAccount, { accessCode, bankCode, accountNumber: accountNumbers[bankCode] })
    return { accessCode, reference, state }
  }
  const answer = (accessCode: string, question: 'birthday' | 'otp' | 'phone', given: string) =>
    payer.call(answerBank, { accessCode, question, answer: given })
  const check = async () => {
    app.forward(5 * 60_000)
    await runNow(app.runtime, 'check-payments')
    await app.drain()
  }
  return { ...live, payAccount, answer, check }
}

test('a bank account is debited after birthday and code of its holder, and not with another code', async (t) => {
  const { app, payAccount, answer, paymentOf, stateOf, balanceKobo, paystack: processor } = await withAccounts(t)
  const before = await balanceKobo()
  const paid = await payAccount('057')
  assert.equal(paid.state.step, 'send_birthday')
  assert.equal((await answer(paid.accessCode, 'birthday', '1995-12-23')).step, 'send_otp')
  assert.equal((await answer(paid.accessCode, 'otp', '123456')).status, 'success')
  const { channel, bank } = await paymentOf(paid.reference)
  assert.deepEqual([channel, bank], ['bank_account', { name: 'Zenith Bank', last4: '0049' }])

  const wrong = await payAccount('057')
  await answer(wrong.accessCode, 'birthday', '1995-12-23')
  const failed = await answer(wrong.accessCode, 'otp', '864209')
  assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'authentication_failed'])
  await app.drain()
  assert.equal((await stateOf(paid.accessCode)).status, 'success')
  assert.equal((await balanceKobo()) - before, 500_000 - 17_500)
  assert.deepEqual(processor.control.readViolations(), [])
})

test('a debit is made once if its response is lost, and fails if nobody can answer its bank any more', async (t) => {
  const { payAccount, answer, check, stateOf, balanceKobo, paystack: processor } = await withAccounts(t)
  const before = await balanceKobo()
  const paid = await payAccount('058')
  await answer(paid.accessCode, 'birthday', '1995-12-23')
  processor.control.addFault({ operation: 'charge_submitOtp', kind: 'cut-after' })
  await answer(paid.accessCode, 'otp', '123456')
  processor.control.addFault({ operation: 'charge_create', kind: 'cut-after' })
  const asked = await payAccount('058')
  assert.equal(asked.state.status, 'processing')
  processor.control.addFault({ operation: 'charge_create', kind: 'cut-before' })
  const lost = await payAccount('058')
  for (let checks = 0; checks < 4; checks++) await check()
  assert.equal((await stateOf(paid.accessCode)).status, 'success')
  for (const { accessCode } of [asked, lost]) {
    const failed = await stateOf(accessCode)
    assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'issuer_unavailable'])
  }
  assert.equal((await balanceKobo()) - before, 500_000 - 17_500)
})

test('debits of one account are limited: its holder gets a code for each', async (t) => {
  const { payAccount, paystack: processor } = await withAccounts(t, { REQUESTS_PER_SECOND: '1000' })
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => payAccount('057')))
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 5)
  await assert.rejects(payAccount('057'), errorWith(429, 'too_many_attempts'))
  await payAccount('058')
  const requests = processor.control.readRequests().filter(({ operation }) => operation === 'charge_create')
  assert.equal(requests.length, 6)
})

test('only accounts of the named banks are offered and accepted, and their numbers are not stored', async (t) => {
  const { app, payer, link, payAccount } = await withAccounts(t)
  const { channels } = await payer.call(getCheckoutPage, { slug: link.slug })
  assert.ok(channels.includes('bank_account'))
  await assert.rejects(payAccount('033'), errorWith(422, 'validation_error'))
  await payAccount('057')
  await app.drain()
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query<{ text: string }>(`select each::text as text from payments each
      union all select each::text from processor_calls each union all select each::text from timeline_events each`),
  )
  assert.ok(rows.some(({ text }) => text.includes('bank_account')))
  for (const { text } of rows) assert.ok(!text.includes(accountNumbers['057']), text)
})

test('without named banks accounts are not debited, and another code stops the start', async (t) => {
  const { payer, link, start } = await liveFixture(t)
  const { channels } = await payer.call(getCheckoutPage, { slug: link.slug })
  assert.ok(!channels.includes('bank_account'))
  const { accessCode } = await start()
  const typed = payer.call(payByAccount, { accessCode, bankCode: '057', accountNumber: accountNumbers['057'] })
  await assert.rejects(typed, errorWith(503, 'unavailable'))
  const settings = { PROCESSOR: 'paystack', PAYSTACK_SECRET_KEY: 'sk_live_x', PAYSTACK_BANK_ACCOUNTS: '057,50211' }
  assert.throws(
    () => paystack.checkSettings(readConfig(settings).processorSettings),
    /^Error: PAYSTACK_BANK_ACCOUNTS may name 033, 057, 058/,
  )
})
