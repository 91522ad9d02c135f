import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import type { Channel } from '@adire/contract/channels/channels.ts'
import type { Price } from '@adire/contract/channels/definition.ts'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { getCheckoutPage, payByCard, payByTransfer, simulateTransfer, startPayment } from '@adire/contract/checkout.ts'
import { createMandate } from '@adire/contract/direct-debit.ts'
import { amountForNet, chargeFor, chargeForNet, priceOf } from '@adire/contract/fees.ts'
import { createPaymentLink, getPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { listPrices } from '@adire/contract/prices.ts'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { Problem } from '../../http/problem.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { debitFixture } from '../../testing/debit-fixture.ts'
import { mailsTo } from '../../testing/mails.ts'
import { aMandate } from '../../testing/mandates.ts'
import { runOperator } from '../../testing/operator.ts'
import { createUser } from '../../testing/users.ts'
import { merchants } from '../merchants/tables.ts'
import { requirePriceBounds } from './price-bounds.ts'
import { endPrices, type NewPrice, setPrice } from './set.ts'
import { prices } from './tables.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }
const cheap = { bps: 100, flatKobo: 50_00, waiveFlatBelowKobo: 5_000_00, capKobo: 1_500_00 }
/** The last day of a month, the day after the next one. */
const lastDay = '2030-03-31'

/** A business at noon of the last day of a month. */
async function pricedBusiness(t: TestContext) {
  const app = await testApp(t)
  app.stopClock(new Date(startOfDay(lastDay).getTime() + 12 * 3_600_000))
  const user = await app.createUser()
  const { call } = app.as(user)
  const payer = app.asNobody().call
  const { write } = jobUnitOfWork(app.runtime)
  const agree = (given: Partial<NewPrice> = {}, merchantId = user.merchantId) => {
    const usual: NewPrice = {
      ...cheap,
      channels: ['card'],
      feeBearer: 'merchant',
      startsOn: '2030-04-01',
      endsOn: null,
    }
    return write((context) => setPrice(context, merchantId, { ...usual, ...given }, 'ngozi'))
  }
  const end = (lastDay: string, channels: Channel[] = ['card']) =>
    write((context) => endPrices(context, user.merchantId, { channels, lastDay }, 'ngozi'))
  const begin = (slug: string, through = payer) =>
    through(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  const feeOf = async (reference: string) => {
    const { content } = await call(listPayments, { search: reference })
    const { amountKobo, feeKobo, vatKobo, netKobo } = await call(getPayment, { id: content[0]!.id })
    return { amountKobo, feeKobo, vatKobo, netKobo }
  }
  const priceToday = async (channel: Channel) =>
    (await call(listPrices, {})).content.find((price) => price.channel === channel)!
  return { app, user, call, payer, write, agree, end, begin, feeOf, priceToday }
}

const isInvalid = (field: string) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error))
  assert.deepEqual([error.status, error.fields[0]?.field], [422, field])
  return true
}

test('a payment has the price of the Lagos day on which it starts, in each process, and keeps it', async (t) => {
  const { app, call, payer, agree, begin, feeOf } = await pricedBusiness(t)
  const other = await testApp(t, {}, app)
  const { slug } = await call(createPaymentLink, { name: 'Lace', amountKobo: 1_000_000, feeBearer: 'merchant' })
  await agree()
  const midnight = startOfDay('2030-04-01').getTime()
  assert.equal(new Date(midnight).toISOString(), '2030-03-31T23:00:00.000Z')
  const started: [reference: string, accessCode: string, price: typeof cheap | 'published'][] = []
  for (const [at, price] of [
    [midnight - 1, 'published'],
    [midnight, cheap],
    [midnight + 30 * 60_000, cheap],
  ] as const)
    for (const process of [app, other]) {
      app.stopClock(new Date(at))
      const { reference, accessCode } = await begin(slug, process.asNobody().call)
      started.push([reference, accessCode, price])
    }
  app.stopClock(new Date(midnight + 10 * 60_000))
  for (const [reference, accessCode, price] of started) {
    await payer(payByCard, { accessCode, ...card })
    assert.deepEqual(await feeOf(reference), chargeFor(price === 'published' ? priceOf('card') : price, 1_000_000))
  }
  // Another price later changes no payment that was made, nor one that has started.
  const { reference, accessCode } = await begin(slug)
  const next = { ...cheap, bps: 200, flatKobo: 0, capKobo: null }
  await agree({ ...next, startsOn: '2030-04-02' })
  await payer(payByCard, { accessCode, ...card })
  assert.deepEqual(await feeOf(reference), chargeFor(cheap, 1_000_000))
  assert.deepEqual(await feeOf(started[0]![0]), chargeFor(priceOf('card'), 1_000_000))
  // The price before applies until the end of its last day.
  for (const [at, price] of [
    [midnight + 86_400_000 - 1, cheap],
    [midnight + 86_400_000, next],
  ] as const) {
    app.stopClock(new Date(at))
    const last = await begin(slug)
    await payer(payByCard, { accessCode: last.accessCode, ...card })
    assert.deepEqual(await feeOf(last.reference), chargeFor(price, 1_000_000))
  }
})

test('a payer who bears the fee sees and pays one amount that is sufficient at the prices of all channels', async (t) => {
  const { app, call, payer, agree, begin, feeOf } = await pricedBusiness(t)
  const { slug } = await call(createPaymentLink, { name: 'Lace', amountKobo: 1_000_000, feeBearer: 'customer' })
  await agree({ channels: ['bank_transfer'], bps: 400, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: null })
  app.forward(24 * 3_600_000)
  const transfer = { bps: 400, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: null }
  const page = await payer(getCheckoutPage, { slug })
  assert.deepEqual(page.prices, [priceOf('card'), transfer])
  const state = await begin(slug)
  assert.equal(state.amountKobo, chargeForNet(transfer, 1_000_000).amountKobo)
  assert.equal(amountForNet(page.prices, 1_000_000), state.amountKobo)
  const { transfer: account } = await payer(payByTransfer, { accessCode: state.accessCode })
  await payer(simulateTransfer, { accountNumber: account!.accountNumber, amountKobo: state.amountKobo })
  assert.deepEqual(await feeOf(state.reference), chargeForNet(transfer, 1_000_000))
  const byCard = await begin(slug)
  await payer(payByCard, { accessCode: byCard.accessCode, ...card })
  assert.deepEqual(await feeOf(byCard.reference), chargeFor(priceOf('card'), byCard.amountKobo))
  // A charge that is paid by card only has the amount of cards.
  const charge = await call(initialiseCharge, {
    amountKobo: 1_000_000,
    email: 'ada@example.com',
    channels: ['card'],
    feeBearer: 'customer',
  })
  const { prices: charged } = await payer(getCheckoutPage, {
    slug: new URL(charge.authorizationUrl).pathname.split('/').at(-1)!,
  })
  assert.deepEqual(charged, [priceOf('card')])
})

test('the customer bears the fee of what names no bearer only if the prices of all channels of the checkout say so', async (t) => {
  const { app, call, agree } = await pricedBusiness(t)
  const bearerOfNew = async (name: string) =>
    (await call(getPaymentLink, { id: (await call(createPaymentLink, { name, amountKobo: 500_000 })).id })).feeBearer
  const rest: Channel[] = ['bank_transfer', 'ussd', 'qr', 'bank_account']
  await agree({ feeBearer: 'customer' })
  await agree({ feeBearer: 'customer', channels: rest, startsOn: '2030-04-02' })
  assert.equal(await bearerOfNew('Published'), 'merchant')
  app.forward(24 * 3_600_000)
  assert.equal(await bearerOfNew('Card alone'), 'merchant')
  app.forward(24 * 3_600_000)
  assert.equal(await bearerOfNew('All'), 'customer')
  const named = await call(createPaymentLink, { name: 'Named', amountKobo: 500_000, feeBearer: 'merchant' })
  assert.equal(named.feeBearer, 'merchant')
})

test('a mandate has the price and the fee bearer of direct debit, and its debits the price of their day', async (t) => {
  const { api, user, call, seen, debit, simulate, at } = await debitFixture(t)
  const directDebit = { bps: 200, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: null }
  const setFrom = (startsOn: string, terms: Price) =>
    jobUnitOfWork(api.runtime).write((context) =>
      setPrice(
        context,
        user.merchantId,
        { ...terms, channels: ['direct_debit'], feeBearer: 'customer', startsOn, endsOn: null },
        'ngozi',
      ),
    )
  const today = lagosDay(api.runtime.clock())
  await setFrom(addDays(today, 1), directDebit)
  at(1, 8)
  const { feeBearer: _, ...unnamed } = aMandate(api, { startOn: addDays(today, 2) })
  const { id } = await call(createMandate, unnamed)
  const agreed = chargeForNet(directDebit, 500_000)
  assert.deepEqual([(await seen(id)).feeBearer, (await seen(id)).limitKobo], ['customer', agreed.amountKobo])
  await simulate('mandate', id, 'agree', 'transfer', 'approve', 'ready')
  await setFrom(addDays(today, 2), priceOf('direct_debit'))
  at(2, 9)
  const { paymentId } = await debit(id, 500_000)
  const { amountKobo, feeKobo } = await call(getPayment, { id: paymentId! })
  assert.deepEqual({ amountKobo, feeKobo }, { amountKobo: 502_703, feeKobo: 2_514 })
})

test('prices are listed with what comes next; a limited one is followed by the one before, and the published one ends all', async (t) => {
  const { app, call, agree, end, priceToday, user, write } = await pricedBusiness(t)
  const live = await createUser(app.runtime, 'live', 'LIVE')
  await write(({ tx }) =>
    tx.update(merchants).set({ testMerchantId: user.merchantId }).where(eq(merchants.id, live.merchantId)),
  )
  const stranger = await app.createUser()
  const published = { channel: 'card', ...priceOf('card'), feeBearer: 'merchant', isOwn: false, startsOn: null }
  assert.deepEqual(await priceToday('card'), { ...published, endsOn: null, upcoming: [] })
  await agree()
  const promotion = { bps: 50, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: null }
  await agree({ ...promotion, startsOn: '2030-04-10', endsOn: '2030-04-20' }, live.merchantId)
  const upcoming = [
    { ...cheap, feeBearer: 'merchant', startsOn: '2030-04-01', endsOn: '2030-04-09' },
    { ...promotion, feeBearer: 'merchant', startsOn: '2030-04-10', endsOn: '2030-04-20' },
    { ...cheap, feeBearer: 'merchant', startsOn: '2030-04-21', endsOn: null },
  ]
  assert.deepEqual(await priceToday('card'), { ...published, endsOn: null, upcoming })
  const ofLive = await app.as(live, 'LIVE').call(listPrices, {})
  assert.deepEqual(ofLive.content.find(({ channel }) => channel === 'card')!.upcoming, upcoming)
  const others = (await app.as(stranger).call(listPrices, {})).content
  assert.ok(others.every(({ isOwn, upcoming }) => !isOwn && upcoming.length === 0))
  app.stopClock(startOfDay('2030-04-05'))
  await end('2030-04-15')
  assert.deepEqual(await priceToday('card'), {
    channel: 'card',
    ...upcoming[0],
    isOwn: true,
    upcoming: [{ ...upcoming[1], endsOn: '2030-04-15' }],
  })
  for (const [who, mode] of [
    [user, 'TEST'],
    [live, 'LIVE'],
  ] as const) {
    const { content } = await app.as(who, mode).call(listAuditEvents, {})
    const changes = content.filter(({ action }) => action.startsWith('price.'))
    assert.deepEqual(
      changes.map(({ action, actor, object }) => [action, actor.kind, actor.name, object]),
      ['ended', 'ended', 'set', 'set'].map((verb) => [`price.${verb}`, 'operator', 'ngozi', 'Card']),
    )
    assert.deepEqual(changes.at(-1)!.after, { ...upcoming[0], endsOn: null })
  }
  assert.equal((await call(listPrices, {})).content.length, 6)
  await app.drain()
  const subjects = (await mailsTo(app, live.email)).map(({ subject }) => subject)
  for (const title of ['change on 01 Apr 2030', 'change on 10 Apr 2030', 'end on 15 Apr 2030'])
    assert.ok(
      subjects.some((subject) => subject.includes(title)),
      subjects.join(),
    )
})

test('prices that overlap, begin today, take more than half of a payment or end in the past are rejected, also at once', async (t) => {
  const { app, agree, end, write, user } = await pricedBusiness(t)
  await assert.rejects(agree({ startsOn: lastDay }), isInvalid('startsOn'))
  await assert.rejects(agree({ startsOn: '2030-04-02', endsOn: '2030-04-01' }), isInvalid('endsOn'))
  // NGN 100 of a payment of NGN 100, and a rate above 46.5 % with its VAT.
  await assert.rejects(agree({ flatKobo: 100_00, waiveFlatBelowKobo: 0 }), isInvalid('price'))
  await assert.rejects(agree({ bps: 4_652, flatKobo: 0, capKobo: null }), isInvalid('price'))
  await assert.rejects(agree({ channels: ['card'] }, crypto.randomUUID()), { code: 'business_not_found' })
  const results = await Promise.allSettled([agree(), agree({ bps: 90 }), agree({ bps: 80 })])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
  await assert.rejects(agree({ startsOn: '2030-03-31', endsOn: '2030-04-01' }), isInvalid('startsOn'))
  const stored = await write(({ tx }) => tx.select().from(prices))
  assert.equal(stored.length, 1)
  // Whatever writes the table, no day has two prices.
  const { id: _, ...same } = stored[0]!
  const copy = { ...same, startsOn: '2031-01-01', endsOn: '2031-01-01' }
  await assert.rejects(
    write(({ tx }) => tx.insert(prices).values(copy)),
    (error: Error & { cause?: Error }) => /prices_no_overlap/.test(String(error.cause ?? error)),
  )
  app.stopClock(startOfDay('2030-05-01'))
  await assert.rejects(end('2030-04-30'), isInvalid('lastDay'))
  await end('2030-05-01')
  await assert.rejects(end('2030-05-01'), isInvalid('lastDay'))
  assert.equal((await write(({ tx }) => tx.select().from(prices)))[0]!.endsOn, '2030-05-01')
  assert.equal(user.merchantId, stored[0]!.merchantId)
})

test('the operator sets, lists and ends prices by command', async (t) => {
  const app = await testApp(t)
  const user = await app.createUser()
  const tomorrow = addDays(lagosDay(new Date()), 2)
  const run = (...words: string[]) => runOperator(app, 'prices', ...words)
  const terms = ['--bps', '120', '--flat-kobo', '5000', '--waive-below-kobo', '250000', '--cap-kobo', '180000']
  const set = await run('set', user.merchantId, 'checkout', ...terms, '--from', tomorrow, '--bearer', 'customer')
  assert.equal(set.code, 0, set.text)
  assert.match(set.text, new RegExp(`${tomorrow} to … +1.2% \\+ NGN 50.00. At most NGN 1,800.00. Below NGN 2,500.00`))
  const { content } = await app.as(user).call(listPrices, {})
  assert.deepEqual(
    content.map(({ upcoming }) => upcoming.length),
    [1, 1, 1, 1, 1, 0],
  )
  const ended = await run('end', user.merchantId, 'qr', '--on', lagosDay(new Date()))
  assert.equal(ended.code, 0, ended.text)
  assert.equal(
    (await app.as(user).call(listPrices, {})).content.find(({ channel }) => channel === 'qr')!.upcoming.length,
    0,
  )
  for (const wrong of [
    ['set', user.merchantId, 'cheque', ...terms, '--from', tomorrow],
    ['set', user.merchantId, 'qr', '--bps', '1.5', '--from', tomorrow],
    ['set', user.merchantId, 'qr', '--from', tomorrow],
    ['end', user.merchantId, 'qr'],
  ])
    assert.notEqual((await run(...wrong)).code, 0)
})

test('at any price within the bounds, the lowest sufficient amount is found', () => {
  const kobo = fc.integer({ min: 0, max: 60_000 })
  const price = fc.record({
    bps: fc.integer({ min: 0, max: 10_000 }),
    flatKobo: kobo,
    waiveFlatBelowKobo: kobo,
    capKobo: fc.option(kobo),
  })
  let tried = 0
  fc.assert(
    fc.property(price, fc.integer({ min: 10_000, max: 200_000 }), (terms, neededKobo) => {
      try {
        requirePriceBounds(terms)
      } catch {
        return
      }
      tried++
      let lowest = neededKobo
      while (chargeFor(terms, lowest).netKobo < neededKobo) lowest++
      assert.equal(chargeForNet(terms, neededKobo).amountKobo, lowest)
    }),
    { seed: 1, numRuns: 3_000 },
  )
  assert.ok(tried > 300, String(tried))
})
