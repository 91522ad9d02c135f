import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { getOfficeMerchant, removeMerchantRouting, setMerchantRouting } from '@adire/contract/back-office/merchants.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { openCardPage, payByTransfer, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import type { Context } from '../../context.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { testApp } from '../../testing/app.ts'
import { openBoth } from '../../testing/both-processors.ts'
import { errorWith } from '../../testing/error-with.ts'
import { runOperator } from '../../testing/operator.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { createUser } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { channelOutcomes } from '../channel-health/tables.ts'
import { type RoutingCommandOptions, runRoutingCommand } from './operator.ts'

/** Both processors, two businesses, and which processor a new payment goes to. */
async function routedBusinesses(t: TestContext) {
  const both = await openBoth(t)
  const { app, link, monnify } = both
  const bola = await createUser(app.runtime, 'Bola', 'LIVE')
  const other = await app.as(bola, 'LIVE').call(createPaymentLink, { name: 'Beads', amountKobo: 500_000 })
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query<{ code: string }>('select merchant_code as code from merchants where id = $1', [both.merchantId]),
  )
  const begin = ({ slug } = link, process = app) =>
    process.asNobody('LIVE').call(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  const byCard = async (of = link, process = app) => {
    const { accessCode } = await begin(of, process)
    const { openUrl } = await process.asNobody('LIVE').call(openCardPage, { accessCode })
    return openUrl!.startsWith(monnify.url) ? 'monnify' : 'paystack'
  }
  const byTransfer = async () => {
    const { accessCode } = await begin()
    const { transfer } = await app.asNobody('LIVE').call(payByTransfer, { accessCode })
    return transfer!.bankName.startsWith('Moniepoint') ? 'monnify' : 'paystack'
  }
  const byUssd = async (bankCode: '044' | '058') => {
    const before = both.requestsOf('charge_create')
    await both.dial((await begin()).accessCode, bankCode)
    return both.requestsOf('charge_create') > before ? 'paystack' : 'monnify'
  }
  /** The operator's command, in this process. Returns what it prints. */
  const operate = async (words: string, options: RoutingCommandOptions = {}) => {
    const printed: string[] = []
    const operator = {
      reviewer: 'ngozi',
      files: app.runtime.files,
      print: (line: string) => void printed.push(line),
      write: jobUnitOfWork(app.runtime).write,
    }
    assert.equal(await runRoutingCommand(operator, words.split(' '), options), 0)
    return printed.join('\n')
  }
  return { ...both, other, business: rows[0]!.code, byCard, byTransfer, byUssd, operate }
}

test('an operator sets the order of processors for all, a channel, a bank or a business; it applies at once in each process, and is in the audit log', async (t) => {
  const { app, call, other, link, business, byCard, byTransfer, byUssd, operate } = await routedBusinesses(t)
  const second = await testApp(t, processorSettingsOf(app), app)
  assert.deepEqual([await byCard(), await byCard(link, second)], ['paystack', 'paystack'])
  await operate('set monnify', { channel: 'card' })
  assert.deepEqual([await byCard(), await byCard(link, second), await byTransfer()], ['monnify', 'monnify', 'paystack'])
  await operate('set paystack,monnify', { business })
  assert.deepEqual([await byCard(), await byCard(other)], ['paystack', 'monnify'])
  const listed = await operate('set monnify,paystack', { business, channel: 'bank_transfer' })
  assert.match(listed, /^PROCESSOR {2}paystack, monnify$/m)
  assert.match(listed, /All businesses {2}Card {2}monnify {2}\(ngozi, /)
  assert.match(listed, new RegExp(`${business} .* {2}Bank Transfer {2}monnify, paystack`, 'i'))
  assert.deepEqual([await byCard(), await byTransfer()], ['paystack', 'monnify'])
  assert.equal(await byUssd('058'), 'paystack')
  await operate('set monnify', { channel: 'ussd', bank: '058' })
  assert.equal(await byUssd('058'), 'paystack')
  await operate('remove', { business })
  assert.equal(await byUssd('058'), 'monnify')
  await operate('remove', { channel: 'card' })
  assert.deepEqual([await byCard(), await byTransfer()], ['paystack', 'monnify'])
  const { content } = await call(listAuditEvents, {})
  assert.deepEqual(
    content.filter(({ action }) => action.startsWith('processor_order')).map(({ action }) => action),
    ['processor_order.removed', 'processor_order.set', 'processor_order.set'],
  )
})

test('an order that is set in the last hour of a month in UTC is of the first day of the next one in Lagos', async (t) => {
  const { app, operate } = await routedBusinesses(t)
  app.stopClock(new Date('2027-01-31T23:30:00Z'))
  assert.match(await operate('set monnify', { channel: 'card' }), /Card {2}monnify {2}\(ngozi, 2027-02-01\)/)
})

test('of two orders set at once the last one applies, and a card page opened twice at once is one page', async (t) => {
  const { app, merchantId: id, start, stateOf, openPage, byCard, paymentOf } = await routedBusinesses(t)
  const office = asStaff(app, await createStaff(app, 'admin'))
  const set = (processor: 'monnify' | 'paystack') => () =>
    office(setMerchantRouting, { id, channel: 'card', processor })
  const inOrder = `select pg_advisory_xact_lock(hashtextextended('processor orders', 0))`
  const both = await sendWhileLocked(app, inOrder, [set('monnify'), set('paystack'), set('monnify')])
  assert.ok(both.every(({ status }) => status === 'fulfilled'))
  assert.equal(await byCard(), 'monnify')
  const remove = () => office(removeMerchantRouting, { id, channel: 'card' })
  const [first, second] = await sendWhileLocked(app, inOrder, [remove, remove])
  assert.deepEqual([first!.status, second!.status], ['fulfilled', 'rejected'])

  const { accessCode, reference } = await start()
  const open = () => openPage(accessCode)
  const pages = await sendWhileLocked(app, 'lock table payments in exclusive mode', [open, open])
  const { openUrl } = await stateOf(accessCode)
  assert.deepEqual(
    pages.map((page) => page.status === 'fulfilled' && page.value),
    [openUrl, openUrl],
  )
  const { events } = await paymentOf(reference)
  assert.equal(events.filter(({ text }) => text.includes('card page')).length, 1)
})

test('an order names processors of PROCESSOR that can take the channel and the bank', async (t) => {
  const { business, operate } = await routedBusinesses(t)
  const rejected: [words: string, options: RoutingCommandOptions, expected: RegExp][] = [
    ['set stripe', {}, /PROCESSOR does not name stripe/],
    ['set paystack,paystack', {}, /Name each processor once/],
    ['set paystack', { channel: 'qr' }, /Paystack cannot take/],
    ['set paystack', { channel: 'cheque' }, /--channel must be one of/],
    ['set paystack', { channel: 'ussd', bank: '057' }, /Paystack cannot take USSD of this bank/],
    ['set paystack', { channel: 'card', bank: '057' }, /Payers of this channel choose no bank/],
    ['set paystack', { bank: '057' }, /Use --bank with --channel/],
    ['set paystack', { business: 'M0000000' }, /business/],
    ['remove', { business }, /No order is set for exactly this/],
  ]
  for (const [words, options, expected] of rejected) await assert.rejects(operate(words, options), expected)
})

test('a processor that fails at a channel comes last until it recovers, and still takes what only it can', async (t) => {
  const { app, byCard, byTransfer, byUssd } = await routedBusinesses(t)
  type Stored = typeof channelOutcomes.$inferInsert
  const addOutcomes = (count: number, outcome: Stored['outcome'], at: Partial<Stored> = {}) =>
    app.runtime.database.write((tx: Context['tx']) =>
      tx.insert(channelOutcomes).values(
        Array.from({ length: count }, () => ({
          paymentId: crypto.randomUUID(),
          merchantId: crypto.randomUUID(),
          mode: 'LIVE' as const,
          processor: 'paystack' as const,
          channel: 'card' as const,
          outcome,
          at: app.runtime.clock(),
          ...at,
        })),
      ),
    )
  await addOutcomes(14, 'paid')
  await addOutcomes(7, 'unanswered')
  await addOutcomes(30, 'unanswered', { processor: 'monnify', channel: 'ussd' })
  assert.deepEqual([await byCard(), await byTransfer()], ['monnify', 'paystack'])
  // Only Monnify has codes of this bank.
  assert.equal(await byUssd('044'), 'monnify')
  assert.match((await runOperator(app, 'routing', 'list')).text, /Card fails at paystack: it is called last/)
  // Payers are not told: their payments are paid elsewhere.
  assert.match((await runOperator(app, 'channels', 'health')).text, /card +all +100 % .*14 paid, 0 failed/)
  await addOutcomes(60, 'paid')
  app.forward(31_000)
  assert.equal(await byCard(), 'paystack')
})

test('a processor that does not answer counts as failing at the channel, also when another one took the payment', async (t) => {
  const { app, paystack, byCard, byTransfer, requestsOf } = await routedBusinesses(t)
  paystack.control.addFault({ operation: 'transaction_initialize', kind: 'rate-limited', rateLimitReset: '30' })
  assert.equal(await byCard(), 'monnify')
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query<{ processor: string; outcome: string }>('select processor, outcome from channel_outcomes'),
  )
  assert.deepEqual(rows, [{ processor: 'paystack', outcome: 'unanswered' }])
  // It asked for 30 seconds without requests.
  assert.equal(await byTransfer(), 'monnify')
  assert.equal(requestsOf('charge_create'), 0)
})

const processorSettingsOf = ({ runtime }: { runtime: { config: { processorSettings: object } } }) => ({
  PROCESSOR: 'paystack,monnify',
  ...runtime.config.processorSettings,
})

test('staff set the first processor of a business on its page: audited on both sides, and only a processor that has the channel', async (t) => {
  const { app, merchantId: id, byCard, byTransfer, call, link, other } = await routedBusinesses(t)
  const risk = asStaff(app, await createStaff(app, 'risk', 'Ngozi Eze'))
  const before = (await risk(getOfficeMerchant, { id })).routing
  assert.deepEqual([before?.processors.map(({ name }) => name), before?.orders], [['Paystack', 'Monnify'], []])
  const set = () => risk(setMerchantRouting, { id, channel: 'card', processor: 'monnify' })
  const [{ routing }] = await Promise.all([set(), set()])
  const processors = [{ id: 'monnify', name: 'Monnify' }]
  assert.deepEqual(routing?.orders, [{ channel: 'card', bankCode: null, processors, setBy: 'Ngozi Eze' }])
  assert.deepEqual([await byCard(), await byTransfer(), await byCard(other)], ['monnify', 'paystack', 'paystack'])
  await risk(setMerchantRouting, { id, channel: 'all', processor: 'monnify' })
  assert.equal(await byTransfer(), 'monnify')
  for (const channel of ['card', 'all'] as const) await risk(removeMerchantRouting, { id, channel })
  assert.deepEqual([await byCard(link), await byTransfer()], ['paystack', 'paystack'])

  const wrong = risk(setMerchantRouting, { id, channel: 'all', processor: 'stripe' })
  await assert.rejects(wrong, errorWith(422, 'validation_error', 'processors'))
  await assert.rejects(risk(removeMerchantRouting, { id, channel: 'qr' }), errorWith(422, 'validation_error'))
  const support = asStaff(app, await createStaff(app, 'support'))
  await assert.rejects(
    support(setMerchantRouting, { id, channel: 'card', processor: 'monnify' }),
    errorWith(403, 'permission_missing'),
  )
  const admin = asStaff(app, await createStaff(app, 'admin'))
  const staffEvents = (await admin(listStaffEvents, {})).content.filter(({ merchantId }) => merchantId === id)
  assert.deepEqual(
    staffEvents.filter(({ action }) => action === 'merchant.routing_set').map(({ actor }) => actor),
    ['Ngozi Eze', 'Ngozi Eze'],
    'for the card, which was set twice at once, and for all channels',
  )
  const own = (await call(listAuditEvents, {})).content.find(({ action }) => action === 'processor_order.set')
  assert.equal(own?.actor.name, 'Ngozi Eze')
})
