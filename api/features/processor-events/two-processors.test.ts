import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveAccount } from '@adire/contract/bank-accounts.ts'
import { startPayment } from '@adire/contract/checkout.ts'
import { nubanCheckDigit } from '@adire/contract/nuban.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { monnify as monnifyDefinition } from '../../connectors/monnify/definition.ts'
import { openBoth } from '../../testing/both-processors.ts'
import { errorWith } from '../../testing/error-with.ts'
import { createUser } from '../../testing/users.ts'
import { activeBanks } from '../lookups/lookups.ts'

const sender = { senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
const pay = (openUrl: string) =>
  fetch(openUrl, { method: 'POST', body: new URLSearchParams({ decision: 'success' }), redirect: 'manual' })

test('a payment goes to the first processor; if that one does not open a page, to the next, where its refund goes too', async (t) => {
  const both = await openBoth(t)
  const { app, call, paystack, monnify, start, openPage, openAccount, stateOf, paymentOf } = both
  const first = await start()
  assert.ok((await openPage(first.accessCode)).startsWith(paystack.url))
  await pay(await openPage(first.accessCode))
  await app.drain()
  assert.equal((await stateOf(first.accessCode)).status, 'success')

  // Nobody can pay on this page, because its address did not arrive.
  paystack.control.addFault({ operation: 'transaction_initialize', kind: 'cut-after' })
  const { accessCode, reference } = await start()
  const openUrl = await openPage(accessCode)
  assert.ok(openUrl.startsWith(monnify.url))
  assert.equal(await openPage(accessCode), openUrl)
  await pay(openUrl)
  await app.drain()
  const payment = await paymentOf(reference)
  assert.deepEqual([payment.status, payment.channel, payment.card?.last4], ['success', 'card', '4081'])
  // For a moment the processor that failed is called last, but only for what it failed at.
  assert.ok((await openPage((await start()).accessCode)).startsWith(monnify.url))
  assert.equal(both.requestsOf('transaction_initialize'), 2)
  const other = await openAccount((await start()).accessCode)
  assert.notEqual(other.bankName, 'Moniepoint Microfinance Bank')

  paystack.control.addFault({ operation: 'charge_create', kind: 'rate-limited' })
  const next = await start()
  const transfer = { ...sender, accountNumber: (await openAccount(next.accessCode)).accountNumber }
  await monnify.control.transferIn({ ...transfer, amountKobo: 500_000 })
  await app.drain()

  const before = monnify.control.readBalance()
  const { id } = await paymentOf(next.reference)
  await call(requestRefund, { id, amountKobo: 200_000, reason: 'requested_by_customer' })
  await app.drain()
  assert.equal(monnify.control.readBalance(), before - 200_000)
  both.requireNoViolations()
})

test('a processor that rejects the payment of one payer stays the first for others: a payer could cause many rejections', async (t) => {
  const { paystack, monnify, start, openPage, requireNoViolations } = await openBoth(t)
  paystack.control.addFault({ operation: 'transaction_initialize', kind: 'rejected' })
  assert.ok((await openPage((await start()).accessCode)).startsWith(monnify.url))
  assert.ok((await openPage((await start()).accessCode)).startsWith(paystack.url))
  requireNoViolations()
})

test('a processor that fails for one business stays the first for others; if it fails for two, the next is called first', async (t) => {
  const { app, paystack, monnify, start, openPage } = await openBoth(t)
  const payer = app.asNobody('LIVE').call
  const openBusiness = async (name: string) => {
    const { call } = app.as(await createUser(app.runtime, name, 'LIVE'), 'LIVE')
    const { slug } = await call(createPaymentLink, { name: `Ankara ${name}`, amountKobo: 500_000 })
    return async () => {
      const email = 'bola@example.com'
      return openPage((await payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })).accessCode)
    }
  }
  const [ofSecond, ofThird] = [await openBusiness('Second'), await openBusiness('Third')]
  const fail = () => paystack.control.addFault({ operation: 'transaction_initialize', kind: 'bad-gateway' })
  fail()
  const ofFirst = async () => openPage((await start()).accessCode)
  assert.ok((await ofFirst()).startsWith(monnify.url))
  assert.ok((await ofFirst()).startsWith(monnify.url))
  assert.ok((await ofSecond()).startsWith(paystack.url))
  fail()
  assert.ok((await ofSecond()).startsWith(monnify.url))
  assert.ok((await ofThird()).startsWith(monnify.url))
})

test('a code to dial comes from a processor that has codes of the bank, and its transfer pays the payment', async (t) => {
  const both = await openBoth(t)
  const { app, monnify, start, dial, paymentOf, stateOf } = both
  const { accessCode, reference } = await start()
  const code = await dial(accessCode, '044')
  assert.match(code, /^\*901\*5000\*\d{10}#$/)
  assert.equal(await dial(accessCode, '044'), code)
  assert.equal(both.requestsOf('charge_create'), 0)
  const changed = code.replace('*5000*', '*4000*')
  assert.equal((await monnify.control.dialUssd({ code: changed })).kind, 'rejected')
  assert.equal((await stateOf(accessCode)).status, 'pending')
  await monnify.control.dialUssd({ code })
  await app.drain()
  const payment = await paymentOf(reference)
  assert.deepEqual([payment.status, payment.channel, payment.bank?.name], ['success', 'ussd', 'Access Bank'])

  const other = await start()
  assert.match(await dial(other.accessCode, '058'), /^\*737\*/)
  assert.equal(both.requestsOf('charge_create'), 1)
  both.requireNoViolations()
})

test('the order of PROCESSOR decides, and what was given to a payer stays with its processor', async (t) => {
  const both = await openBoth(t, 'monnify,paystack')
  const { app, paystack, monnify, start, openPage, openAccount, stateOf } = both
  const { accessCode } = await start()
  const account = await openAccount(accessCode)
  assert.equal(account.bankName, 'Moniepoint Microfinance Bank')
  monnify.control.addFault({ operation: 'initializeTransaction', kind: 'bad-gateway' })
  await assert.rejects(openPage(accessCode), errorWith(503, 'unavailable'))
  assert.ok((await openPage(accessCode)).startsWith(monnify.url))
  const transfer = { ...sender, accountNumber: account.accountNumber }
  await monnify.control.transferIn({ ...transfer, amountKobo: 400_000 })
  await app.drain()
  assert.deepEqual((await stateOf(accessCode)).returned, { amountKobo: 400_000, reason: 'INCORRECT_AMOUNT' })
  await monnify.control.transferIn({ ...transfer, amountKobo: 500_000 })
  await app.drain()
  assert.equal((await stateOf(accessCode)).status, 'success')
  assert.equal(paystack.control.readRequests().length, 0)
  both.requireNoViolations()
})

test('two requests at once give the payer pages and account numbers of one processor only', async (t) => {
  const both = await openBoth(t)
  const { paystack, monnify, start, openPage, openAccount } = both
  for (const operation of ['transaction_initialize', 'charge_create']) {
    paystack.control.addFault({ operation, kind: 'bad-gateway' })
    const { accessCode } = await start()
    // A request that begins after the other has ended finds the payment at Paystack, fails there, and is repeated by the payer.
    const twice = <T>(open: (code: string) => Promise<T>) => open(accessCode).catch(() => open(accessCode))
    const [account, page] = await Promise.all([twice(openAccount), twice(openPage)])
    const isOfMonnify = account.bankName === 'Moniepoint Microfinance Bank'
    assert.ok(page.startsWith(isOfMonnify ? monnify.url : paystack.url), operation)
    paystack.control.clearFaults()
  }
  both.requireNoViolations()
})

test('money for a payment that another processor has goes back to its payer, and moves nothing else', async (t) => {
  const both = await openBoth(t)
  const { app, monnify, start, openAccount, paymentOf, stateOf } = both
  const { accessCode, reference } = await start()
  await openAccount(accessCode)
  const source = { mode: 'LIVE' as const, config: app.runtime.config, write: () => Promise.reject(new Error('unused')) }
  // An account number that was opened by a process that was killed before it stored anything.
  const { transferAccounts } = monnifyDefinition.open(source)
  const stray = { reference: monnifyDefinition.toReference(reference), amountKobo: 500_000, email: 'ada@example.com' }
  const { accountNumber } = await transferAccounts.open({ ...stray, accountName: 'Live' })
  const before = monnify.control.readBalance()
  await monnify.control.transferIn({ ...sender, accountNumber, amountKobo: 400_000 })
  await app.drain()
  assert.equal((await stateOf(accessCode)).returned, null)
  await monnify.control.transferIn({ ...sender, accountNumber, amountKobo: 500_000 })
  await app.drain()
  assert.equal((await stateOf(accessCode)).status, 'pending')
  // It came in less its fee of NGN 75, and went back in full.
  assert.equal(monnify.control.readBalance(), before - 7_500)
  const { events } = await paymentOf(reference)
  assert.ok(events.some(({ text }) => text.includes('went back to the payer')))
  both.requireNoViolations()
})

test('the name of an account comes from the next processor if the first does not answer', async (t) => {
  const { call, paystack, monnify } = await openBoth(t)
  const bank = activeBanks.find(({ code }) => code === '044')!
  const accountNumber = `069000003${nubanCheckDigit(bank.code, '069000003')}`
  const account = { bankId: bank.id, accountNumber }
  monnify.control.setAccountName({ bankCode: bank.code, accountNumber, name: 'BISI ADE' })
  paystack.control.addFault({ operation: 'bank_resolveAccountNumber', kind: 'cut-before' })
  const found = await call(resolveAccount, account)
  assert.equal(found.accountName, 'BISI ADE')
})
