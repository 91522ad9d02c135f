import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debitNow, getMandate } from '@adire/contract/direct-debit.ts'
import { dayMs, hourMs } from '@adire/contract/durations.ts'
import { getMandatePage, simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { updatePlan } from '@adire/contract/plans.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { changeCard, getPayerSubscription } from '@adire/contract/subscriber.ts'
import { subscribeByAccount } from '@adire/contract/subscribing.ts'
import { chargeSubscriptionNow } from '@adire/contract/subscription-actions.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  getSubscription,
  listSubscriptions,
  pauseSubscription,
  resumeSubscription,
} from '@adire/contract/subscriptions.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { codeIn, debiting } from '../../testing/debiting.ts'
import { runJob, runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { agreeToMandate, gtBankId, testAccounts } from '../../testing/mandates.ts'
import { findPayerCode } from '../../testing/subscribing.ts'

/** What the page of the mandate of a subscription says of its first debit, as its consent does. */
const announcedFirst = {
  en: 'The first debit may be made at once, and so may one for a changed or resumed subscription. No later than the day before each other debit,',
  ha: 'Za a iya cire na farko nan take, haka ma na rajistar da aka sauya',
  ig: 'Enwere ike ime mwepụ mbụ ozugbo, nke ndebanye aha a gbanwere',
  pcm: 'The first debit fit happen at once, and so fit one for subscription wey change',
  yo: 'Ìyọwó àkọ́kọ́ lè wáyé lójú ẹsẹ̀, bẹ́ẹ̀ náà ni èyí tó jẹ́ ti ìforúkọsílẹ̀',
}
test('a bank account is debited for each period, from the day on which its bank allows it [S2.4-04]', async (t) => {
  const { app, merchant, payer, plan, linkTo, requestSubscription, live, liveTo, detail, payments, subjects } =
    await debiting(t)
  const { id: planId } = await plan()
  const { slug } = await linkTo(planId)
  const [one, other] = await Promise.all([requestSubscription(slug), requestSubscription(slug)])
  assert.equal(one.mandateUrl, other.mandateUrl, 'a form sent twice asks once')
  // The last four digits are on receipts: who knows only them does not get the page that declines the mandate.
  const stranger = requestSubscription(slug, `123456${testAccounts.ok.slice(-4)}`)
  await assert.rejects(stranger, errorWith(422, 'account_unknown', 'accountNumber'))
  const accessCode = codeIn(one.mandateUrl)
  const { content, totalElements } = await merchant.call(listSubscriptions, { planId })
  const { id } = content[0]!
  assert.deepEqual([totalElements, content[0]!.status, await payments(id)], [1, 'pending', []])

  await app.drain()
  const { text } = await payer(getMandatePage, { accessCode })
  assert.match(
    text[1]!,
    /^The first debit may be made as soon as my bank has activated this mandate, .* each other debit,/,
  )
  await agreeToMandate(app, accessCode)
  await payer(simulateMandateTransfer, { accessCode, outcome: 'exact' })
  await live(0.1)
  const started = await detail(id)
  const charge = { status: 'success', channel: 'direct_debit', amountKobo: 500_000 }
  assert.deepEqual([started.status, started.charges, started.card, started.mandate?.last4], ['active', 1, null, '0018'])
  assert.deepEqual(await payments(id), [charge])
  assert.ok((await subjects()).includes('You subscribed to a plan'))

  for (const [lang, text] of Object.entries(announcedFirst)) {
    const html = await (await fetch(`${app.url}/mandate/${accessCode}?lang=${lang}`)).text()
    assert.ok(html.includes(text), lang)
  }

  const next = Date.parse(started.nextPaymentAt!)
  await liveTo(next - dayMs - 60_000)
  assert.ok(!(await subjects()).some((subject) => /Your next payment/.test(subject)))
  await liveTo(next + 3_600_000)
  assert.equal((await subjects()).filter((subject) => /Your next payment/.test(subject)).length, 1)
  assert.deepEqual(await payments(id), [charge, charge])
  const mandate = await merchant.call(getMandate, { id: started.mandate!.slug })
  assert.deepEqual([mandate.status, mandate.debitedKobo], ['active', 1_000_000])

  const another = merchant.call(debitNow, { id: mandate.id, amountKobo: 10_000 })
  await assert.rejects(another, errorWith(409, 'mandate_of_subscription'))
  const dear = await plan({ name: 'Box of the year', amountKobo: 900_000 })
  const more = merchant.call(changeSubscriptionPlan, { id, planId: dear.id, when: 'now' })
  await assert.rejects(more, errorWith(409, 'above_mandate'))

  const seen = await payer(getPayerSubscription, { accessCode: await findPayerCode(app, 'ada@example.com') })
  assert.deepEqual([seen.card, seen.account?.last4], [null, '0018'])
  await merchant.call(cancelSubscription, { id, when: 'now' })
  await app.drain()
  assert.equal((await merchant.call(getMandate, { id: mandate.id })).status, 'cancelled')
})

test('an account is not debited without a notice: after an outage it is announced once and debited a day later, for the same period', async (t) => {
  const { app, merchant, plan, subscribe, now, detail, invoices, payments, subjects } = await debiting(t)
  app.stopClock(app.runtime.clock())
  const id = await subscribe((await plan({ interval: 'weekly' })).id)
  const daily = await subscribe((await plan({ interval: 'daily' })).id)
  const passTo = async (ms: number) => app.forward(ms - (await now()))
  /** Each job runs in two processes at once. */
  const runTwice = async () => {
    const jobs = ['notify-of-charges', 'renew-subscriptions']
    await Promise.all([...jobs, ...jobs.toReversed()].map((job) => runNow(app.runtime, job)))
    await app.drain()
  }
  const countNotices = async () => (await subjects()).filter((subject) => /Your next payment/.test(subject)).length
  const paid = async (of: string) => (await payments(of)).length

  const first = Date.parse((await detail(id)).nextPaymentAt!)
  await passTo(first - hourMs)
  await runTwice()
  assert.deepEqual([await paid(id), await paid(daily), await countNotices()], [1, 1, 2])
  assert.equal(Date.parse((await detail(id)).nextPaymentAt!), first + 23 * hourMs)
  // A day is announced half a day before. Its period is over by then, so another one begins.
  await passTo(first + 11 * hourMs)
  await runTwice()
  assert.deepEqual([await paid(id), await paid(daily)], [1, 2])
  assert.equal((await detail(daily)).events.filter(({ kind }) => kind === 'period_restarted').length, 1)
  await merchant.call(cancelSubscription, { id: daily, when: 'now' })
  await passTo(first + 23 * hourMs)
  await runTwice()
  assert.deepEqual([await paid(id), await countNotices()], [2, 2])
  assert.equal(Date.parse((await invoices(id))[0]!.startsAt), first)

  // The product runs again only after the debit was due.
  const second = Date.parse((await detail(id)).nextPaymentAt!)
  await passTo(second + 2 * hourMs)
  await runTwice()
  assert.deepEqual([await paid(id), await countNotices()], [2, 3])
  await passTo(second + 26 * hourMs)
  await runTwice()
  assert.deepEqual([await paid(id), Date.parse((await invoices(id))[0]!.startsAt)], [3, second])

  // One that is resumed is debited at once, as its payer agreed.
  const third = Date.parse((await detail(id)).nextPaymentAt!)
  await merchant.call(pauseSubscription, { id })
  await passTo(third + hourMs)
  await merchant.call(resumeSubscription, { id })
  await runTwice()
  assert.deepEqual([await paid(id), await countNotices()], [4, 3])
})

test('a debit of a subscription waits while the mail server is down, and is made a day after its notice', async (t) => {
  const { app, user, plan, subscribe, now, detail, invoices, payments, subjects } = await debiting(t)
  app.stopClock(app.runtime.clock())
  const id = await subscribe((await plan({ interval: 'weekly' })).id)
  const withoutMail = await testApp(t, { SMTP_URL: 'smtp://127.0.0.1:1' }, app)
  const email = { merchantId: user.merchantId, id }
  const mailNotice = ({ runtime }: TestApp) => runJob(runtime, 'mail-subscription-notice', email, user.merchantId)
  const runJobs = async (ms: number) => {
    app.forward(ms - (await now()))
    for (const job of ['notify-of-charges', 'renew-subscriptions']) await runNow(app.runtime, job)
  }
  const announced = async () => [
    (await subjects()).filter((subject) => /Your next payment/.test(subject)).length,
    (await detail(id)).events.filter(({ kind }) => kind === 'told').length,
  ]
  const next = Date.parse((await detail(id)).nextPaymentAt!)
  for (const days of [-1, 0, 1]) {
    await runJobs(next + days * dayMs)
    await assert.rejects(mailNotice(withoutMail), /ECONNREFUSED/)
    assert.deepEqual([(await payments(id)).length, await announced()], [1, [0, 0]])
  }
  assert.equal((await detail(id)).events.filter(({ kind }) => kind === 'charge_put_off').length, 1)
  await runJobs(next + dayMs + 6 * hourMs)
  await app.drain()
  assert.deepEqual(await announced(), [1, 1])
  await runJobs(next + 2 * dayMs)
  assert.equal((await payments(id)).length, 1)
  assert.equal(Date.parse((await detail(id)).nextPaymentAt!), next + 2 * dayMs + 6 * hourMs)
  await runJobs(next + 2 * dayMs + 6 * hourMs)
  assert.deepEqual([(await payments(id)).length, Date.parse((await invoices(id))[0]!.startsAt)], [2, next])
})

test('when the bank rejects the mandate, no subscription starts, and the payer is notified', async (t) => {
  const { merchant, plan, subscribe, payments, subjects } = await debiting(t)
  const id = await subscribe((await plan()).id, testAccounts.rejected)
  const { status, endReason } = await merchant.call(getSubscription, { id })
  assert.deepEqual([status, endReason, await payments(id)], ['cancelled', 'mandate_ended', []])
  assert.ok((await subjects()).includes('Your plan was not started'))
})

test('an account without funds is debited three times at most; a card can then replace it', async (t) => {
  const { app, merchant, payer, pay, plan, subscribe, live, detail, payments } = await debiting(t)
  const id = await subscribe((await plan()).id, testAccounts.neverPays)
  assert.deepEqual([(await detail(id)).status, (await payments(id)).length], ['attention', 1])
  await live(4)
  const waiting = await detail(id)
  assert.deepEqual([waiting.status, waiting.nextPaymentAt, waiting.attention!.attempts], ['attention', null, 3])
  assert.deepEqual(
    (await payments(id)).map(({ status }) => status),
    ['failed', 'failed', 'failed'],
  )
  const { slug } = waiting.mandate!
  const accessCode = await findPayerCode(app, 'ada@example.com')
  assert.equal((await pay((await payer(changeCard, { accessCode })).accessCode)).status, 'success')
  await app.drain()
  const right = await detail(id)
  assert.deepEqual([right.status, right.mandate, right.card?.last4], ['active', null, '4081'])
  assert.equal((await merchant.call(getMandate, { id: slug })).status, 'cancelled')
})

test('an account is debited three times at most for a period, also if the merchant charges it between the retries', async (t) => {
  const { app, merchant, plan, subscribe, live, detail, payments, subjects } = await debiting(t)
  const id = await subscribe((await plan({ afterFailure: 'attention' })).id, testAccounts.neverPays)
  const charge = () => merchant.call(chargeSubscriptionNow, { id, amountKobo: 500_000 })
  await assert.rejects(charge(), errorWith(402, 'payment_failed'))
  assert.notEqual((await detail(id)).attention!.nextAttemptAt, null)
  await assert.rejects(charge(), errorWith(402, 'payment_failed'))
  assert.equal((await detail(id)).attention!.nextAttemptAt, null)
  await assert.rejects(charge(), errorWith(409, 'account_not_debited'))
  await live(10)
  assert.deepEqual(
    (await payments(id)).map(({ status }) => status),
    ['failed', 'failed', 'failed'],
  )
  await app.drain()
  assert.ok((await subjects()).some((subject) => /needs a card$/.test(subject)))
})

test('while the bank suspends a mandate its account is not debited, and only the retry days are waited for', async (t) => {
  const { merchant, plan, subscribe, live, liveTo, detail, payments, subjects } = await debiting(t)
  const [id, other] = [await subscribe((await plan()).id), await subscribe((await plan()).id)]
  const next = Date.parse((await detail(other)).nextPaymentAt!)
  const simulate = async (of: string, name: string) => {
    const mandate = await merchant.call(getMandate, { id: (await detail(of)).mandate!.slug })
    await merchant.call(playOutcome, { kind: 'mandate', id: mandate.id, name })
  }
  for (const one of [id, other]) await simulate(one, 'suspend')
  await liveTo(next + 60_000)
  const waiting = (await detail(id)).attention!
  assert.deepEqual([waiting.code, waiting.attempts], ['account_suspended', 0])
  await live(4)
  // The bank lifts one suspension in time: nothing was debited, so the account may be.
  await simulate(other, 'reinstate')
  await live(6)
  assert.deepEqual([(await detail(other)).status, (await payments(other)).length], ['active', 2])
  assert.deepEqual([(await detail(id)).endReason, (await payments(id)).length], ['payment_failed', 1])
  assert.equal((await subjects()).filter((subject) => /did not go through/.test(subject)).length, 6)
})

test('an account is never debited above the agreed amount, also after the price of the plan increases', async (t) => {
  const { merchant, plan, subscribe, liveTo, detail, payments } = await debiting(t)
  const { id: planId } = await plan({ interval: 'weekly' })
  const id = await subscribe(planId)
  const next = Date.parse((await detail(id)).nextPaymentAt!)
  await merchant.call(updatePlan, { id: planId, name: 'Box', amountKobo: 500_001, applyTo: 'everyone' })
  await liveTo(next + 60_000)
  const { status, attention } = await detail(id)
  assert.deepEqual([status, attention?.code, attention?.owedKobo], ['attention', 'over_mandate', 500_001])
  assert.deepEqual(await payments(id), [{ status: 'success', channel: 'direct_debit', amountKobo: 500_000 }])
})

test('an account whose bank cancels the mandate is removed, and the payer is asked for a card', async (t) => {
  const { plan, subscribe, live, detail, subjects } = await debiting(t)
  const id = await subscribe((await plan()).id, testAccounts.closed)
  await live(0.1)
  const { status, mandate } = await detail(id)
  assert.deepEqual([status, mandate], ['attention', null])
  assert.ok((await subjects()).some((subject) => /needs a card$/.test(subject)))
})

test('payers are emailed three days before a trial ends and a week before a long period is charged', async (t) => {
  const { plan, subscribe, liveTo, detail, subjects, ...fixture } = await debiting(t)
  const countMails = async () =>
    (await subjects()).filter((subject) => /your next payment|free trial/i.test(subject)).length
  const byCard = async (given: Parameters<typeof plan>[0]) => {
    const { id } = await fixture.subscribing((await plan(given)).id)
    return { id, next: Date.parse((await detail(id)).nextPaymentAt!) }
  }
  const trial = await byCard({ name: 'Tried first', trialDays: 14 })
  await liveTo(trial.next - 4 * dayMs)
  assert.equal(await countMails(), 0)
  await liveTo(trial.next - 2 * dayMs)
  assert.equal(await countMails(), 1)
  const long = await byCard({ name: 'Once a quarter', interval: 'quarterly' })
  await liveTo(long.next - 8 * dayMs)
  assert.equal(await countMails(), 1)
  await liveTo(long.next - 6 * dayMs)
  assert.equal(await countMails(), 2)
  const consent = (await detail(long.id)).consentText
  assert.match(consent!, /charge this card NGN.5,000\.00 a quarter, until you cancel\./)
})

test('only the open page of a plan accepts bank accounts, and it has no account enquiry', async (t) => {
  const { merchant, payer, plan, requestSubscription, linkTo } = await debiting(t)
  const single = await merchant.call(createPaymentLink, { name: 'One charge', amountKobo: 500_000 })
  await assert.rejects(requestSubscription(single.slug), errorWith(409, 'cards_only'))
  await assert.rejects(requestSubscription('no-such-page'), errorWith(404, 'payment_page_closed'))
  const { slug } = await linkTo((await plan()).id)
  const linkWithFields = await merchant.call(createPaymentLink, {
    name: 'Asks more',
    planId: (await plan()).id,
    collectPhone: true,
  })
  await assert.rejects(requestSubscription(linkWithFields.slug), errorWith(409, 'cards_only'))
  const crooked = { slug, email: 'ada@example.com', name: 'Ada Obi', bankId: gtBankId, accountNumber: 'x' }
  await assert.rejects(payer(subscribeByAccount, crooked), errorWith(400, 'validation_error', 'accountNumber'))
  for (let turn = 0; turn < 5; turn++)
    await assert.rejects(requestSubscription(slug, '0000000011'), errorWith(422, 'account_unknown', 'accountNumber'))
  await assert.rejects(requestSubscription(slug, '0000000011'), errorWith(429, 'too_many_attempts'))
})

test('a form for a bank account that is sent empty asks for what is missing, in the language of the payer', async (t) => {
  const { app, plan, linkTo } = await debiting(t)
  const { slug } = await linkTo((await plan()).id)
  const send = async (language: string) => {
    const body = new URLSearchParams({ name: '', email: '', bankId: '', accountNumber: '' })
    const response = await fetch(`${app.url}/pay/page/${slug}/account?lang=${language}`, { method: 'POST', body })
    assert.equal(response.status, 400)
    return (await response.text()).match(/This field must[^<]*|You must fill[^<]*/g)
  }
  assert.deepEqual(await send('en'), Array(3).fill('This field must not be empty!'))
  assert.deepEqual(await send('pcm'), Array(3).fill('You must fill this one!'))
})
