import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { eraseCustomer } from '@adire/contract/customers.ts'
import { afterRunning, disputeResponseMs, runningBetween } from '@adire/contract/dispute-clock.ts'
import {
  acceptDispute,
  addEvidence,
  contestDispute,
  getDispute,
  listDisputes,
  removeEvidence,
} from '@adire/contract/disputes.ts'
import type { Dispute } from '@adire/contract/disputes-schemas.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getOverview, getPayment, listPayments } from '@adire/contract/payments.ts'
import { getRefundable, listRefunds, requestRefund } from '@adire/contract/refunds.ts'
import { sql } from 'drizzle-orm'
import { files } from '../../files/tables.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { lagosDay } from '../../lagos.ts'
import { type MerchantKind, merchantAccount, platformAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { samplePdf, testDocument } from '../../testing/onboarding.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { collectForDisputes } from './jobs.ts'

const expiry = { expiryMonth: 12, expiryYear: 2035 }
const cards = {
  plain: { number: '4084084084084081', cvv: '408', ...expiry },
  disputed: { number: '4000000000000259', cvv: '123', ...expiry },
}
const reason = 'requested_by_customer' as const
const message = 'The jacket was handed over on 3 March and signed for.'
let links = 0

async function business(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call, merchantId } = app.as(user)
  const link = await call(createPaymentLink, { name: `Lace ${++links}`, amountKobo: 500_000, feeBearer: 'merchant' })
  const pay = async (card: keyof typeof cards = 'plain', email = 'ada@example.com') => {
    const payer = app.asNobody()
    const checkoutId = crypto.randomUUID()
    const { accessCode, reference } = await payer.call(startPayment, { slug: link.slug, checkoutId, email })
    await payer.call(payByCard, { accessCode, ...cards[card] })
    return (await call(listPayments, { search: reference })).content[0]!
  }
  const balanceOf = (kind: MerchantKind) =>
    app.runtime.database.read((tx) => getBalance(tx, merchantAccount(merchantId, kind)))
  const advancesBalance = () => app.runtime.database.read((tx) => getBalance(tx, platformAccount('TEST', 'advances')))
  /** A payment that is disputed one minute after it was made. */
  const disputed = async () => {
    const payment = await pay('disputed')
    await app.drain()
    app.forward(60_000)
    await app.drain()
    const { content } = await call(listDisputes, { paymentId: payment.id })
    return { payment, dispute: content[0]! }
  }
  const add = (id: string, name: string, content: Uint8Array = samplePdf()) =>
    call(addEvidence, { id, evidenceType: 'delivery', document: testDocument(name, content) })
  const collect = async () => {
    await runNow(app.runtime, 'collect-for-disputes')
    await app.drain()
  }
  const sum = async () => {
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query('select sum(amount_kobo)::int as sum from ledger_lines'),
    )
    return rows[0].sum
  }
  return { app, user, call, merchantId, link, pay, balanceOf, advancesBalance, disputed, add, collect, sum }
}

test('the sandbox card is disputed once, after a minute: the money is held, the members are notified, the deadline starts', async (t) => {
  const { app, call, pay, balanceOf, disputed } = await business(t)
  await pay()
  const { payment, dispute } = await disputed()
  assert.deepEqual(
    [dispute.amountKobo, dispute.heldKobo, dispute.status, dispute.resolution],
    [500_000, 500_000, 'awaiting_merchant_feedback', null],
  )
  assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [462_374, 500_000])
  const opened = new Date(dispute.createdAt)
  assert.deepEqual(new Date(dispute.dueAt), afterRunning(opened, disputeResponseMs))
  await app.drain()
  assert.equal((await call(listDisputes, { state: 'open' })).totalElements, 1)
  for (const search of ['ada@', 'example ada', dispute.reference, payment.reference, '5,000', 'ada 5000'])
    assert.equal((await call(listDisputes, { search })).totalElements, 1, search)
  for (const search of ['bola', 'ada 5001', '%'])
    assert.equal((await call(listDisputes, { search })).totalElements, 0, search)
  assert.equal((await call(getPayment, { id: payment.id })).status, 'success')
  const { content } = await call(listNotifications, {})
  const notification = content.find(({ kind }) => kind === 'dispute')!
  assert.match(notification.title, /A payment of NGN.5,000\.00 is disputed/)
  assert.equal(notification.path, `/transactions/disputes/${dispute.id}`)
  assert.equal((await readEmails(app, /is disputed/)).length, 1)
  await assert.rejects(
    call(requestRefund, { id: payment.id, amountKobo: 100, reason }),
    errorWith(409, 'payment_disputed'),
  )
  assert.match((await call(getRefundable, { id: payment.id })).refusal!, /Respond to the dispute/)
})

test('a dispute covers only what is not refunded yet, and a refunded payment cannot be disputed', async (t) => {
  const { app, call, pay } = await business(t)
  await pay()
  const open = async (refundKobo: number) => {
    const { id } = await pay('disputed')
    await call(requestRefund, { id, amountKobo: refundKobo, reason })
    app.forward(60_000)
    await app.drain()
    return (await call(listDisputes, { paymentId: id })).content[0]
  }
  assert.equal((await open(120_000))?.amountKobo, 380_000)
  assert.equal(await open(500_000), undefined)
})

test('a partly accepted dispute refunds that part and releases the rest, and the payment is partly refunded', async (t) => {
  const { app, call, pay, balanceOf, disputed, sum } = await business(t)
  await pay()
  const { payment, dispute } = await disputed()
  const { id } = dispute
  await assert.rejects(call(acceptDispute, { id, amountKobo: 500_001 }), errorWith(422, 'above_what_is_disputed'))
  await assert.rejects(call(acceptDispute, { id, amountKobo: 0 }), errorWith(400, 'validation_error'))
  const ended = await call(acceptDispute, { id, amountKobo: 200_000 })
  assert.deepEqual([ended.status, ended.resolution, ended.lostKobo], ['resolved', 'merchant_accepted', 200_000])
  assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [762_374, 0])
  const paid = await call(getPayment, { id: payment.id })
  assert.deepEqual([paid.status, paid.refundedKobo], ['partially_refunded', 200_000])
  await assert.rejects(call(acceptDispute, { id, amountKobo: 1 }), errorWith(409, 'dispute_answered'))
  await assert.rejects(call(contestDispute, { id, message }), errorWith(409, 'dispute_answered'))
  await call(requestRefund, { id: payment.id, amountKobo: 300_000, reason })
  assert.equal((await call(getPayment, { id: payment.id })).status, 'refunded')
  const today = lagosDay(app.runtime.clock())
  const { current } = await call(getOverview, { from: lagosDay(new Date(payment.createdAt)), to: today })
  assert.deepEqual([current.grossKobo, current.refundedKobo], [1_000_000, 500_000])
  assert.equal(await sum(), 0)
})

test('a dispute accepted by two concurrent requests is accepted once', async (t) => {
  const { call, pay, balanceOf, disputed } = await business(t)
  await pay()
  const { id } = (await disputed()).dispute
  const results = await Promise.allSettled([
    ...[100_000, 200_000, 300_000].map((amountKobo) => call(acceptDispute, { id, amountKobo })),
    call(contestDispute, { id, message }),
  ])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const { status, lostKobo } = await call(getDispute, { id })
  const isHeld = status === 'awaiting_bank_feedback'
  assert.deepEqual(
    [await balanceOf('pending'), await balanceOf('reserved')],
    isHeld ? [462_374, 500_000] : [962_374 - lostKobo, 0],
  )
})

for (const [name, resolution, paymentStatus, pendingKobo] of [
  ['sandbox-won.pdf', 'won', 'success', 962_374],
  ['sandbox-lost.pdf', 'lost', 'reversed', 462_374],
] as const)
  test(`contested with ${name} the sandbox decides: ${resolution}`, async (t) => {
    const { app, call, pay, balanceOf, disputed, add, sum } = await business(t)
    await pay()
    const { payment, dispute } = await disputed()
    const { id } = dispute
    await add(id, 'first.pdf')
    await add(id, name)
    const contested = await call(contestDispute, { id, message })
    assert.equal(contested.status, 'awaiting_bank_feedback')
    assert.deepEqual(
      contested.evidence.map((one) => [one.type, one.name]),
      [['delivery', name]],
    )
    await assert.rejects(add(id, 'late.pdf'), errorWith(409, 'dispute_answered'))
    app.forward(5_000)
    await app.drain()
    const decided = await call(getDispute, { id })
    assert.deepEqual([decided.status, decided.resolution], ['resolved', resolution])
    assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [pendingKobo, 0])
    assert.equal((await call(getPayment, { id: payment.id })).status, paymentStatus)
    assert.equal((await readEmails(app, resolution === 'won' ? /You won the dispute/ : /was lost/)).length, 1)
    assert.equal(await sum(), 0)
    assert.equal((await app.runtime.database.read((tx) => tx.select().from(files))).length, 1)
  })

test('without response: reminders every four hours of the dispute clock, then the dispute counts as accepted and the payment is reversed', async (t) => {
  const { app, call, pay, balanceOf, disputed } = await business(t)
  await pay()
  const { payment, dispute } = await disputed()
  const due = new Date(dispute.dueAt)
  const timeLeft = () => runningBetween(app.runtime.clock(), due)
  for (let turns = 0; timeLeft() > 60_000 && turns < 200; turns++) {
    app.forward(30 * 60_000)
    await app.drain()
  }
  app.forward(due.getTime() - app.runtime.clock().getTime() + 1_000)
  await app.drain()
  assert.equal((await readEmails(app, /Dispute over .* response needed/)).length, 3)
  const ended = await call(getDispute, { id: dispute.id })
  assert.deepEqual([ended.status, ended.resolution, ended.lostKobo], ['resolved', 'auto_accepted', 500_000])
  assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [462_374, 0])
  assert.equal((await call(getPayment, { id: payment.id })).status, 'reversed')
  assert.equal((await readEmails(app, /was not answered in time/)).length, 1)
  await assert.rejects(call(acceptDispute, { id: dispute.id, amountKobo: 1 }), errorWith(409, 'dispute_answered'))
})

test('a business with too little money: its balance is held, later proceeds too, and a loss beyond them becomes a receivable', async (t) => {
  const { call, pay, balanceOf, advancesBalance, disputed, collect, sum } = await business(t)
  const { dispute } = await disputed()
  const { id } = dispute
  assert.deepEqual([dispute.amountKobo, dispute.heldKobo], [500_000, 481_187])
  assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [0, 481_187])
  const lost: Dispute = await call(acceptDispute, { id, amountKobo: 500_000 })
  assert.deepEqual([lost.lostKobo, lost.owedKobo, await advancesBalance()], [500_000, 18_813, -18_813])
  await collect()
  assert.equal((await call(getDispute, { id })).owedKobo, 18_813)
  await pay()
  await collect()
  await collect()
  assert.deepEqual([(await call(getDispute, { id })).owedKobo, await advancesBalance()], [0, 0])
  assert.equal(await balanceOf('pending'), 481_187 - 18_813)
  assert.equal(await sum(), 0)
})

test('a hold that was short is completed by later payments, and released as a whole when the dispute is won', async (t) => {
  const { app, call, pay, balanceOf, disputed, add, collect } = await business(t)
  const { id } = (await disputed()).dispute
  await pay()
  await collect()
  assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [462_374, 500_000])
  await add(id, 'SANDBOX-WON.PDF')
  await call(contestDispute, { id, message })
  app.forward(5_000)
  await app.drain()
  assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [962_374, 0])
})

/** A dispute that is not held in full although there is money, created after 200 of another business that has none. */
async function behindOthers(t: TestContext) {
  const { app, call, pay, disputed } = await business(t)
  const { id } = (await disputed()).dispute
  await pay()
  const { merchantId } = await app.createUser('Bola')
  await app.runtime.database.write((tx) =>
    tx.execute(sql`
      insert into disputes (merchant_id, payment_id, reference, processor_reference, amount_kobo, category, reason, status, created_at, due_at)
      select ${merchantId}, uuidv7(), reference || number, processor_reference || number, amount_kobo, category, reason, status,
             created_at - interval '1 day', due_at
      from disputes, generate_series(1, 200) number where id = ${id}`),
  )
  return { app, heldKobo: async () => (await call(getDispute, { id })).heldKobo }
}

test('money is held for a dispute, also while disputes of other businesses wait for money', async (t) => {
  const { app, heldKobo } = await behindOthers(t)
  await runNow(app.runtime, 'collect-for-disputes')
  assert.equal(await heldKobo(), 500_000)
})

test('a run that ends before all disputes is continued by the next one', async (t) => {
  const { app, heldKobo } = await behindOthers(t)
  const collectPage = collectForDisputes({ maxPages: 1 })
  await collectPage(jobUnitOfWork(app.runtime))
  assert.equal(await heldKobo(), 481_187)
  await collectPage(jobUnitOfWork(app.runtime))
  assert.equal(await heldKobo(), 500_000)
})

test('evidence is checked by its content, can be removed, and is visible to its own business only', async (t) => {
  const { app, call, pay, disputed, add } = await business(t)
  await pay()
  const { id } = (await disputed()).dispute
  for (const content of ['<script>alert(1)</script>', '', 'MZ', '%PDF-1.7 no end'])
    await assert.rejects(add(id, 'paper.pdf', Buffer.from(content)), errorWith(422, 'validation_error'))
  await assert.rejects(add(id, 'large.pdf', Buffer.alloc(6 * 1024 * 1024)), errorWith(413, 'file_too_large'))
  const evidence = await add(id, '../../<b>slip</b>.pdf')
  assert.deepEqual(
    evidence.evidence.map(({ type, name }) => [type, name]),
    [['delivery', 'b>.pdf']],
  )
  const other = app.as(await app.createUser('Bola'))
  const missing = errorWith(404, 'dispute_not_found')
  await assert.rejects(other.call(getDispute, { id }), missing)
  await assert.rejects(other.call(acceptDispute, { id, amountKobo: 1 }), missing)
  await assert.rejects(other.call(contestDispute, { id, message }), missing)
  await assert.rejects(other.call(removeEvidence, { id, evidenceType: 'delivery' }), missing)
  await assert.rejects(
    other.call(addEvidence, { id, evidenceType: 'delivery', document: testDocument('a.pdf') }),
    missing,
  )
  assert.equal((await other.call(listDisputes, {})).totalElements, 0)
  assert.deepEqual((await call(removeEvidence, { id, evidenceType: 'delivery' })).evidence, [])
  await assert.rejects(call(removeEvidence, { id, evidenceType: 'delivery' }), errorWith(404, 'paper_not_found'))
  assert.equal((await app.runtime.database.read((tx) => tx.select().from(files))).length, 0)
  await assert.rejects(call(contestDispute, { id, message: 'short' }), errorWith(400, 'validation_error'))
  await assert.rejects(call(contestDispute, { id, message: `${message}\u0000` }), errorWith(400, 'validation_error'))
})

test('a customer cannot be erased while a dispute is open; afterwards their texts and bank account are erased, the amounts stay', async (t) => {
  const { call, pay, disputed } = await business(t)
  await pay('plain', 'bola@example.com')
  const { payment, dispute } = await disputed()
  const customerId = (await call(getPayment, { id: payment.id })).customerId!
  const erase = () => call(eraseCustomer, { id: customerId, email: 'ada@example.com' })
  await assert.rejects(erase(), errorWith(409, 'refund_under_way'))
  await call(acceptDispute, { id: dispute.id, amountKobo: 100_000 })
  await call(requestRefund, { id: payment.id, amountKobo: 5_000, reason, payerNote: 'Dear Ada' })
  await erase()
  const after = await call(getDispute, { id: dispute.id })
  assert.deepEqual([after.reason, after.lostKobo], ['Erased with the customer', 100_000])
  assert.doesNotMatch(JSON.stringify(after), /I do not know this payment|ada@example/)
  const { content } = await call(listRefunds, { paymentId: payment.id })
  assert.deepEqual([content[0]!.payerNote, content[0]!.amountKobo], [null, 5_000])
})
