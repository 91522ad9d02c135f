import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { listCharges, verifyCharge } from '@adire/contract/charges.ts'
import { getCheckoutPage, payByCard } from '@adire/contract/checkout.ts'
import { blacklistCustomer, eraseCustomer, exportCustomer, listCustomers } from '@adire/contract/customers.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { chargeSavedCard, deleteSavedCard, getSavedCard, listSavedCards } from '@adire/contract/saved-cards.ts'
import { sandboxTokens } from '../../connectors/sandbox/tables.ts'
import { chargeFixture, testCard } from '../../testing/charge-fixture.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { collectEvents } from '../../testing/received-events.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'

const failsWhenSaved = { ...testCard, number: '4000000000000341', cvv: '123' }
const asksWhenSaved = { ...testCard, number: '4000002760003184', cvv: '123' }

/** A merchant server whose payer has paid `order-1` with a card that was saved. */
async function savedFixture(t: TestContext, card = testCard) {
  const fixture = await chargeFixture(t)
  const { app, callAsServer, order, payer, open } = fixture
  const { accessCode } = await open(await order({ saveCard: true, name: 'Ada Obi' }))
  const { openUrl } = await payer.call(payByCard, { accessCode, ...card })
  if (openUrl)
    await fetch(`${app.url}${new URL(openUrl).pathname}`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
  const { savedCard } = (await callAsServer(verifyCharge, { reference: 'order-1' })).payment!
  const charge = (given: object = {}) =>
    callAsServer(chargeSavedCard, { id: savedCard!.id, amountKobo: 250_000, reference: 'order-2', ...given })
  return { ...fixture, id: savedCard!.id, charge }
}

test('a payer agrees to save the card by paying; it is listed, and named in the payment and its event', async (t) => {
  const { app, user, callAsServer, order, payer, open, slugOf } = await chargeFixture(t)
  const receivedEvents = await collectEvents(t, app, user)
  const plain = await order({ reference: 'order-0' })
  assert.equal((await payer.call(getCheckoutPage, { slug: slugOf(plain) })).saveCardConsent, null)
  await payer.call(payByCard, { accessCode: (await open(plain)).accessCode, ...testCard })
  const charge = await order({ saveCard: true })
  const { saveCardConsent } = await payer.call(getCheckoutPage, { slug: slugOf(charge) })
  assert.match(saveCardConsent!, /^You let .+ save this card and charge it again/)
  const { accessCode } = await open(charge)
  await payer.call(payByCard, { accessCode, ...testCard })
  assert.equal((await payer.call(payByCard, { accessCode, ...testCard })).status, 'success', 'a second click')

  const { content } = await callAsServer(listSavedCards, { email: 'ada@example.com' })
  const [card] = content
  assert.deepEqual([content.length, card!.last4, card!.consentText], [1, '4081', saveCardConsent])
  const savedCard = { id: card!.id, reusable: true }
  const verified = await callAsServer(verifyCharge, { reference: 'order-1' })
  assert.deepEqual([verified.saveCard, verified.payment!.savedCard], [true, savedCard])
  const sent = (await receivedEvents())
    .filter(({ type }) => type === 'charge.success')
    .map(({ data }) => data.savedCard)
  assert.deepEqual(sent, [null, savedCard])

  await payer.call(payByCard, {
    accessCode: (await open(await order({ reference: 'order-3', saveCard: true }))).accessCode,
    ...testCard,
  })
  assert.equal(
    (await callAsServer(verifyCharge, { reference: 'order-3' })).payment!.savedCard!.id,
    card!.id,
    'the same card',
  )
  assert.equal((await callAsServer(listSavedCards, { email: 'nobody@example.com' })).totalElements, 0)
})

test('a saved card is charged once per reference, also by eight requests at once', async (t) => {
  const { app, callAsServer, charge, id } = await savedFixture(t)
  const all = await Promise.all(Array.from({ length: 8 }, () => charge({ metadata: { orderId: 2 } })))
  assert.deepEqual([...new Set(all.map((one) => one.id))].length, 1)
  const paid = await charge({ metadata: { orderId: 2 } })
  assert.deepEqual(
    [paid.status, paid.email, paid.name, paid.payment!.amountKobo, paid.payment!.savedCard],
    ['success', 'ada@example.com', 'Ada Obi', 250_000, { id, reusable: true }],
  )
  assert.equal((await callAsServer(listPayments, { status: 'success' })).totalElements, 2)
  await assert.rejects(charge({ amountKobo: 260_000 }), errorWith(409, 'duplicate_reference'))
  await assert.rejects(charge({ reference: 'order-1' }), errorWith(409, 'duplicate_reference'))
  const other = app.as(await app.createUser('Bola')).call
  await assert.rejects(other(chargeSavedCard, { id, amountKobo: 10_000 }), errorWith(404, 'saved_card_not_found'))
  assert.equal((await callAsServer(listCharges, {})).totalElements, 2)
})

for (const [card, code, what] of [
  [failsWhenSaved, 'insufficient_funds', 'is declined'],
  [asksWhenSaved, 'authentication_required', 'needs its holder'],
] as const)
  test(`a saved card that ${what} leaves the charge to be paid by the payer at its link`, async (t) => {
    const { callAsServer, charge, payer, open } = await savedFixture(t, card)
    const declined = await charge()
    assert.deepEqual([declined.status, declined.payment!.failure?.code], ['pending', code])
    assert.equal((await charge()).payment!.id, declined.payment!.id, 'a repeated call charges nothing')
    const { accessCode } = await open(declined)
    assert.equal((await payer.call(payByCard, { accessCode, ...testCard })).status, 'success')
    const verified = await callAsServer(verifyCharge, { reference: 'order-2' })
    assert.deepEqual([verified.status, verified.payment!.savedCard], ['success', null])
  })

test('a saved card without an answer of the bank is processing, and nothing else can be paid until it is decided', async (t) => {
  const { app, callAsServer, charge, open } = await savedFixture(t)
  await app.runtime.database.write((tx) => tx.update(sandboxTokens).set({ nextOutcome: 'timeout' }))
  const waiting = await charge()
  assert.equal(waiting.status, 'processing')
  await assert.rejects(open(waiting), errorWith(409, 'payment_in_progress'))
  app.forward(3 * 60_000)
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  const verified = await callAsServer(verifyCharge, { reference: 'order-2' })
  assert.deepEqual([verified.status, verified.payment!.failure?.code], ['pending', 'issuer_unavailable'])
  await open(waiting)
})

test('a card that is removed twice at the same moment is removed once', async (t) => {
  const { app, user, callAsServer, id } = await savedFixture(t)
  const remove = () => callAsServer(deleteSavedCard, { id })
  const removed = await sendWhileLocked(app, 'lock table saved_cards in share mode', [remove, remove])
  const codes = removed.map((one) => one.status === 'rejected' && one.reason.code)
  assert.deepEqual(new Set(codes), new Set([false, 'saved_card_not_found']))
  const { content } = await app.as(user).call(listAuditEvents, { action: 'saved_card.removed' })
  assert.equal(content.length, 1)
})

test('the processor forgets the token of a card that is removed, or replaced when it is saved again', async (t) => {
  const { app, callAsServer, order, payer, open, id } = await savedFixture(t)
  const tokens = () => app.runtime.database.read((tx) => tx.select().from(sandboxTokens))
  const [first] = await tokens()
  const again = await open(await order({ reference: 'order-3', saveCard: true }))
  await payer.call(payByCard, { accessCode: again.accessCode, ...testCard })
  await app.drain()
  const left = await tokens()
  assert.equal(left.length, 1)
  assert.notEqual(left[0]!.token, first!.token)
  await callAsServer(deleteSavedCard, { id })
  assert.equal((await tokens()).length, 1, 'revoked by a job, after the commit')
  await app.drain()
  assert.deepEqual(await tokens(), [])
})

test('a removed card cannot be charged; a blacklisted payer is rejected; an erased one leaves no card', async (t) => {
  const { app, user, callAsServer, charge, id } = await savedFixture(t)
  const { call } = app.as(user)
  const [customer] = (await call(listCustomers, {})).content
  const { savedCards } = await call(exportCustomer, { id: customer!.id })
  assert.deepEqual(
    savedCards.map(({ last4 }) => last4),
    ['4081'],
  )
  assert.doesNotMatch(JSON.stringify(savedCards), /oken/)
  await call(blacklistCustomer, { id: customer!.id, reason: 'Took it back' })
  await assert.rejects(charge(), errorWith(422, 'payer_refused'))
  const other = app.as(await app.createUser('Bola')).call
  await assert.rejects(other(deleteSavedCard, { id }), errorWith(404, 'saved_card_not_found'))
  await callAsServer(deleteSavedCard, { id })
  for (const use of [charge, () => callAsServer(getSavedCard, { id }), () => callAsServer(deleteSavedCard, { id })])
    await assert.rejects(use(), errorWith(404, 'saved_card_not_found'))
  const verified = await callAsServer(verifyCharge, { reference: 'order-1' })
  assert.deepEqual(verified.payment!.savedCard, { id, reusable: false })
  assert.deepEqual((await callAsServer(getPayment, { id: verified.payment!.id })).savedCard, { id, reusable: false })
  assert.equal((await callAsServer(listSavedCards, {})).totalElements, 0)
  await call(eraseCustomer, { id: customer!.id, email: 'ada@example.com' })
})
