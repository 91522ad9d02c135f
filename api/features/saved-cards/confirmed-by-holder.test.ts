import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { initialiseCharge, verifyCharge } from '@adire/contract/charges.ts'
import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { chargeSavedCard, listSavedCards } from '@adire/contract/saved-cards.ts'
import { getPayerSubscription } from '@adire/contract/subscriber.ts'
import { createSubscription } from '@adire/contract/subscription-actions.ts'
import { getSubscription } from '@adire/contract/subscriptions.ts'
import { runNow } from '../../testing/drain.ts'
import { liveFixture, secretKey } from '../../testing/live-fixture.ts'
import { mailsTo } from '../../testing/mails.ts'

const email = 'ada@example.com'

/** A live business with a saved card whose bank wants the holder to confirm each charge. */
async function savedFixture(t: TestContext) {
  const live = await liveFixture(t)
  const { app, call, payer, paystack } = live
  const { authorizationUrl } = await call(initialiseCharge, { amountKobo: 100_000, email, saveCard: true })
  const slug = authorizationUrl.split('/').at(-1)!
  const { accessCode, reference } = await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await payer.call(openCardPage, { accessCode })
  const first = `${reference.replace('_', '-')}.c`
  await paystack.control.decideOnPage({ reference: first, decision: 'success' })
  await app.drain()
  const { id } = (await call(listSavedCards, { email })).content[0]!
  paystack.control.setConfirmation({ authorizationCode: await readToken(paystack.url, first), isAsked: true })
  const charge = (given: string) => call(chargeSavedCard, { id, amountKobo: 250_000, reference: given })
  const outcome = async (given: string) => (await call(verifyCharge, { reference: given })).payment!
  const confirmationMails = async () => {
    await app.drain()
    return (await mailsTo(app, email)).filter(({ subject }) => subject.startsWith('Confirm your payment'))
  }
  const follow = async (path: string) => {
    const response = await fetch(app.url + path, { redirect: 'manual' })
    return { status: response.status, location: response.headers.get('location') ?? '' }
  }
  const checkAfter = async (ms: number) => {
    app.forward(ms)
    await runNow(app.runtime, 'check-payments')
    await app.drain()
  }
  const countCharges = () =>
    paystack.control.readRequests().filter(({ operation }) => operation === 'transaction_chargeAuthorization').length
  return { ...live, savedCardId: id, charge, outcome, confirmationMails, follow, checkAfter, countCharges }
}

async function readToken(url: string, reference: string): Promise<string> {
  const headers = { authorization: `Bearer ${secretKey}` }
  const response = await fetch(`${url}/transaction/verify/${reference}`, { headers })
  const { data } = (await response.json()) as { data: { authorization: { authorization_code: string } } }
  return data.authorization.authorization_code
}

const linkOf = ({ text }: { text: string }) => /\/pay\/confirm\/\w+/.exec(text)![0]
const confirm = (page: string) =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ decision: 'success' }), redirect: 'manual' })

test('a charge that the bank asks the holder about waits, is confirmed by the link of an email, and is made once', async (t) => {
  const {
    app,
    charge,
    outcome,
    confirmationMails,
    follow,
    checkAfter,
    countCharges,
    balanceKobo,
    paystack,
    paymentOf,
  } = await savedFixture(t)
  const before = await balanceKobo()
  assert.equal((await charge('order-1')).payment?.status, 'pending')
  assert.equal((await charge('order-1')).payment?.status, 'pending')
  assert.equal(countCharges(), 1)
  const [mail, ...others] = await confirmationMails()
  assert.equal(others.length, 0)
  const { confirmation } = await paymentOf((await outcome('order-1')).reference)
  assert.equal(new URL(confirmation!.url).pathname, linkOf(mail!))
  assert.match(mail!.text, /NGN.2,500\.00/)
  const page = await follow(linkOf(mail!))
  assert.equal(page.status, 303)
  assert.match(page.location, new RegExp(`^${paystack.url}/checkout/`))
  for (const hours of [1, 2, 20]) await checkAfter(hours * hourMs)
  assert.equal((await outcome('order-1')).status, 'pending')
  await confirm(page.location)
  const { reference } = await outcome('order-1')
  const back = await follow(`/pay/return?reference=${reference.replace('_', '-')}`)
  assert.match(back.location, /^\/pay\/charge\/chg_/)
  await app.drain()
  assert.equal((await outcome('order-1')).status, 'success')
  assert.equal((await paymentOf(reference)).confirmation, null)
  assert.match((await follow(linkOf(mail!))).location, /^\/pay\/charge\/chg_/)
  assert.equal((await confirmationMails()).length, 1)
  assert.equal((await balanceKobo()) - before, 250_000 - 13_750)
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('a charge that nobody confirms within a day fails, and one that is confirmed later goes back in full', async (t) => {
  const { app, charge, outcome, confirmationMails, follow, checkAfter, balanceKobo } = await savedFixture(t)
  const before = await balanceKobo()
  await charge('order-1')
  const [mail] = await confirmationMails()
  const page = await follow(linkOf(mail!))
  await checkAfter(25 * hourMs)
  const failed = await outcome('order-1')
  assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'authentication_required'])
  assert.match((await follow(linkOf(mail!))).location, /^\/pay\/charge\/chg_/)
  await confirm(page.location)
  await app.drain()
  assert.equal((await outcome('order-1')).status, 'failed')
  assert.equal((await balanceKobo()) - before, -13_750)
})

test('a charge fails if the address to confirm it was lost, and nobody is asked; links of other payments lead nowhere', async (t) => {
  const { charge, outcome, confirmationMails, follow, checkAfter, paystack, start } = await savedFixture(t)
  paystack.control.addFault({ operation: 'transaction_chargeAuthorization', kind: 'cut-after' })
  assert.equal((await charge('order-1')).payment?.status, 'processing')
  for (const seconds of [31, 61]) await checkAfter(seconds * 1_000)
  const failed = await outcome('order-1')
  assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'issuer_unavailable'])
  assert.equal((await confirmationMails()).length, 0)
  assert.equal((await follow(`/pay/confirm/${(await start()).accessCode}`)).status, 404)
  assert.equal((await follow('/pay/confirm/unknown')).status, 404)
})

test('a renewal waits for the holder without a second charge, and its subscription continues once it is confirmed', async (t) => {
  const { app, call, payer, savedCardId, confirmationMails, follow, countCharges, balanceKobo, paystack } =
    await savedFixture(t)
  const plan = await call(createPlan, { name: 'Gold', amountKobo: 500_000, interval: 'monthly' })
  const before = await balanceKobo()
  const created = await call(createSubscription, { savedCardId, planId: plan.id, amountKobo: 500_000 })
  for (let minutes = 0; minutes < 5; minutes++) {
    app.forward(61_000)
    await runNow(app.runtime, 'renew-subscriptions')
  }
  assert.deepEqual([countCharges(), await balanceKobo()], [1, before])
  const [mail, ...others] = await confirmationMails()
  assert.equal(others.length, 0)
  const page = await follow(linkOf(mail!))
  // The subscription's page leads there too, for a holder who has lost the email.
  const subscriptionOf = async () => {
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query<{ accessCode: string }>('select access_code as "accessCode" from subscriptions'),
    )
    return payer.call(getPayerSubscription, { accessCode: rows[0]!.accessCode })
  }
  const { confirmation } = await subscriptionOf()
  assert.deepEqual([confirmation?.amountKobo, new URL(confirmation!.url).pathname], [500_000, linkOf(mail!)])
  const html = async () => {
    const response = await fetch(`${app.url}/pay/subscription/${(await subscriptionOf()).accessCode}`)
    return response.text()
  }
  const asked = await html()
  assert.ok(asked.includes(`href="${confirmation!.url}"`))
  assert.match(asked, /Your bank asks you to confirm/)
  assert.doesNotMatch(asked, /It is paid until/)
  await confirm(page.location)
  await app.drain()
  assert.equal((await subscriptionOf()).confirmation, null)
  assert.match(await html(), /It is paid until/)
  const { status, collectedKobo } = await call(getSubscription, { id: created.id })
  assert.deepEqual([status, collectedKobo], ['active', 500_000])
  // Receipts are passed on, and have the code of the payment in their address: nobody who has one gets to the page that cancels.
  const receipt = linkOf(mail!).replace('confirm', 'receipt')
  assert.equal((await fetch(app.url + receipt)).status, 200)
  for (const path of [linkOf(mail!), receipt.replace('receipt', 'return')])
    assert.deepEqual(await follow(path), { status: 303, location: receipt })
  assert.equal((await balanceKobo()) - before, 500_000 - 17_500)
  assert.deepEqual(paystack.control.readViolations(), [])
})
