import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { answerBank, getCheckoutPage, openCardPage, payByCard } from '@adire/contract/checkout.ts'
import { readConfig } from '../../config.ts'
import { paystack } from '../../connectors/paystack/definition.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture } from '../../testing/live-fixture.ts'

const details = { cvv: '917', expiryMonth: 9, expiryYear: 2031 }
const cards = {
  approved: '4111111111111111',
  pinThenOtp: '5531886652142950',
  pinPhoneOtp: '5060990580000217499',
  bankPage: '4556052704172643',
  address: '4462030000000000',
  declined: '4000000000009995',
}

/** A live business whose provider has declared an attestation of compliance. */
async function attested(t: TestContext) {
  const live = await liveFixture(t, { PAYSTACK_PCI_AOC: '2099-12-31' })
  const { payer, start } = live
  const pay = async (card: keyof typeof cards) => {
    const { accessCode, reference } = await start()
    const state = await payer.call(payByCard, { accessCode, number: cards[card], ...details })
    return { accessCode, reference, state }
  }
  const answer = (accessCode: string, question: 'pin' | 'otp' | 'phone', given: string) =>
    payer.call(answerBank, { accessCode, question, answer: given })
  return { ...live, payCard: pay, answer }
}

test('with an attestation cards are typed on our page: paid at once, with PIN, phone and code, or declined', async (t) => {
  const { payer, payCard, answer, paymentOf, stateOf, link, balanceKobo, paystack: processor, app } = await attested(t)
  assert.equal((await payer.call(getCheckoutPage, { slug: link.slug })).cardPage, false)
  const before = await balanceKobo()
  const paid = await payCard('approved')
  assert.equal(paid.state.status, 'success')
  const { card, channel } = await paymentOf(paid.reference)
  assert.deepEqual([channel, card?.bin, card?.last4], ['card', '411111', '1111'])

  const asked = await payCard('pinPhoneOtp')
  assert.equal(asked.state.step, 'send_pin')
  assert.equal((await answer(asked.accessCode, 'pin', '7312')).step, 'send_phone')
  assert.equal((await answer(asked.accessCode, 'phone', '+2348031234567')).step, 'send_otp')
  assert.equal((await answer(asked.accessCode, 'otp', '123456')).status, 'success')

  const wrong = await payCard('pinThenOtp')
  await answer(wrong.accessCode, 'pin', '7312')
  const failed = await answer(wrong.accessCode, 'otp', '864209')
  assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'authentication_failed'])
  const declined = await payCard('declined')
  assert.deepEqual([declined.state.status, declined.state.failure?.code], ['failed', 'insufficient_funds'])
  // A bank that wants an address: the checkout has no such step, and nothing is charged.
  assert.equal((await payCard('address')).state.status, 'failed')
  await app.drain()
  assert.equal((await stateOf(paid.accessCode)).status, 'success')
  assert.equal((await balanceKobo()) - before, 2 * (500_000 - 17_500))
  assert.deepEqual(processor.control.readViolations(), [])
})

test('a payer confirms a card on the page of the bank, and comes back by the reference of the processor', async (t) => {
  const { app, payCard, stateOf, link, paystack: processor } = await attested(t)
  const { accessCode, reference, state } = await payCard('bankPage')
  assert.equal(state.step, 'open_url')
  assert.match(state.openUrl!, new RegExp(`^${processor.url}/checkout/`))
  await processor.control.decideOnPage({ reference: reference.replace('_', '-'), decision: 'success' })
  const comeBack = (query: string) => fetch(`${app.url}/pay/return?${query}`, { redirect: 'manual' })
  const back = await comeBack(`trxref=x&reference=${reference.replace('_', '-')}`)
  assert.deepEqual([back.status, back.headers.get('location')], [303, `/pay/page/${link.slug}?payment=${accessCode}`])
  assert.equal((await stateOf(accessCode)).status, 'success')
  assert.equal((await comeBack('reference=pay-unknown')).status, 404)
  assert.equal((await comeBack('')).status, 404)
  // Later the reference, which receipts show, leads nowhere.
  app.forward(3_600_001)
  assert.equal((await comeBack(`reference=${reference.replace('_', '-')}`)).status, 404)
})

test('a typed card is charged once if its response is lost, and fails if the request was', async (t) => {
  const { app, payCard, stateOf, balanceKobo, paystack: processor } = await attested(t)
  const before = await balanceKobo()
  const check = async () => {
    app.forward(5 * 60_000)
    await runNow(app.runtime, 'check-payments')
    await app.drain()
  }
  processor.control.addFault({ operation: 'charge_create', kind: 'cut-after' })
  const charged = await payCard('approved')
  assert.equal(charged.state.status, 'processing')
  processor.control.addFault({ operation: 'charge_create', kind: 'cut-after' })
  const asked = await payCard('pinThenOtp')
  processor.control.addFault({ operation: 'charge_create', kind: 'cut-before' })
  const lost = await payCard('approved')
  for (let checks = 0; checks < 4; checks++) await check()
  assert.equal((await stateOf(charged.accessCode)).status, 'success')
  // Nobody can answer the bank of the second one any more, and the third one never arrived.
  for (const { accessCode } of [asked, lost]) {
    const failed = await stateOf(accessCode)
    assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'issuer_unavailable'])
  }
  assert.equal((await balanceKobo()) - before, 500_000 - 17_500)
})

test('no number, CVV or PIN of a live card is stored or recorded', async (t) => {
  const { app, payCard, answer } = await attested(t)
  for (const card of ['approved', 'declined', 'bankPage'] as const) await payCard(card)
  const { accessCode } = await payCard('pinThenOtp')
  await answer(accessCode, 'pin', '7312')
  await app.drain()
  // How long a payment took may be as many ms as a CVV.
  await app.runtime.database.write((tx) => tx.$client.query('update channel_outcomes set duration_ms = null'))
  const texts = await app.runtime.database.read(async (tx) => {
    const { rows } = await tx.$client.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    )
    const all: string[] = []
    for (const { name } of rows) {
      const found = await tx.$client.query<{ text: string }>(`select each::text as text from ${name} each`)
      all.push(...found.rows.map(({ text }) => `${name}: ${text}`))
    }
    return all
  })
  assert.ok(texts.some((text) => text.startsWith('processor_calls')))
  for (const text of texts) {
    for (const number of Object.values(cards)) assert.ok(!text.includes(number), text)
    assert.doesNotMatch(text, /[(,":](917|7312)[),"]/)
  }
})

test('without an attestation, or after its last day, the card page is the only way', async (t) => {
  const { payer, start } = await liveFixture(t)
  const { accessCode } = await start()
  const typed = payer.call(payByCard, { accessCode, number: cards.approved, ...details })
  await assert.rejects(typed, errorWith(503, 'unavailable'))
  assert.equal((await payer.call(openCardPage, { accessCode })).step, 'open_url')

  const env = { PROCESSOR: 'paystack', PAYSTACK_SECRET_KEY: 'sk_live_x' }
  const isOff = (day: string) =>
    paystack.isOff!('cards', readConfig({ ...env, PAYSTACK_PCI_AOC: day }).processorSettings)
  assert.deepEqual([isOff('2026-01-31'), isOff('2099-12-31')], [true, false])
  assert.throws(
    () => paystack.checkSettings({ ...env, PAYSTACK_PCI_AOC: 'yes' }),
    /^Error: PAYSTACK_PCI_AOC is not the last day/,
  )
})
