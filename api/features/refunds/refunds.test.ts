import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { type CallError, callEndpoint } from '@adire/contract/call.ts'
import { startPayment } from '@adire/contract/checkout.ts'
import { listCustomers } from '@adire/contract/customers.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { getPaymentLink } from '@adire/contract/payment-links.ts'
import { downloadPayments, getOverview, getPayment, getPaymentTotals, listPayments } from '@adire/contract/payments.ts'
import {
  cancelRefund,
  getRefund,
  getRefundable,
  listRefunds,
  payRefundToAccount,
  requestRefund,
} from '@adire/contract/refunds.ts'
import { confirmUser } from '@adire/contract/users.ts'
import fc from 'fast-check'
import { connectorFor } from '../../connectors/connector-for.ts'
import { sandboxRefunds } from '../../connectors/sandbox/tables.ts'
import type { Tx } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import { merchantAccount, platformAccount } from '../../ledger/accounts.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { gtbBankId, refundFixture } from '../../testing/refunding.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { createSecretKeyFor } from '../../testing/users.ts'

const reason = 'requested_by_customer' as const

test('a payment is refunded in part, then the rest: status, stats, list, export and link show it, and the fee is kept [S2.4-05] [S7.3-01]', async (t) => {
  const { app, call, link, pay, balanceOf, getPaymentStatus } = await refundFixture(t)
  await pay('plain', 'bola@example.com')
  const { id, reference } = await pay()
  assert.equal(await balanceOf(), 2 * 481_187)
  assert.deepEqual(await call(getRefundable, { id }), {
    leftKobo: 500_000,
    unsettledKobo: 962_374,
    availableKobo: 0,
    feesKobo: 18_813,
    shares: [],
    refusal: null,
  })
  const part = await call(requestRefund, { id, amountKobo: 120_050, reason, note: 'Sleeve too short' })
  assert.deepEqual([part.status, part.fromUnsettledKobo, part.fromAvailableKobo], ['processed', 120_050, 0])
  assert.equal(await getPaymentStatus(id), 'partially_refunded')
  assert.equal(await balanceOf(), 962_374 - 120_050)
  const rest = await call(requestRefund, { id, amountKobo: 379_950, reason })
  assert.equal(rest.status, 'processed')
  assert.equal(await getPaymentStatus(id), 'refunded')
  assert.equal(await balanceOf(), 462_374)
  const payment = await call(getPayment, { id })
  assert.deepEqual([payment.refundedKobo, payment.feeKobo, payment.netKobo], [500_000, 17_500, 481_187])
  assert.deepEqual(
    payment.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('refund')),
    [
      'refund_processed',
      'refund_started',
      'refund_requested',
      'refund_processed',
      'refund_started',
      'refund_requested',
    ],
  )
  const listPaid = async (sort: '-paidKobo' | 'paidKobo') =>
    (await call(listCustomers, { sort })).content.map(({ email, paidKobo }) => [email, paidKobo])
  const spent = [
    ['bola@example.com', 500_000],
    [payment.customerEmail, 0],
  ]
  assert.deepEqual([await listPaid('-paidKobo'), await listPaid('paidKobo')], [spent, spent.toReversed()])
  const today = lagosDay(app.runtime.clock())
  for (const rollUp of [false, true]) {
    if (rollUp) await runNow(app.runtime, 'roll-up-payment-stats')
    const { current } = await call(getOverview, { from: lagosDay(new Date(payment.createdAt)), to: today })
    assert.deepEqual(
      [current.grossKobo, current.feesKobo, current.refundedKobo, current.netKobo, current.count],
      [1_000_000, 37_626, 500_000, 462_374, 2],
    )
    assert.deepEqual(current.byStatus, { success: 1, refunded: 1 })
    const totals = await call(getPaymentTotals, { status: 'refunded' })
    assert.deepEqual(totals, {
      count: 1,
      cardCheckCount: 0,
      grossKobo: 500_000,
      feesKobo: 18_813,
      refundedKobo: 500_000,
      netKobo: -18_813,
    })
    const paid = {
      count: 2,
      cardCheckCount: 0,
      grossKobo: 1_000_000,
      feesKobo: 37_626,
      refundedKobo: 500_000,
      netKobo: 462_374,
    }
    assert.deepEqual(await call(getPaymentTotals, { status: 'paid' }), paid)
    assert.deepEqual(await call(getPaymentTotals, { status: 'paid', minAmountKobo: 1 }), paid)
    assert.equal((await call(listPayments, { status: 'paid' })).totalElements, 2)
    const { payments, collectedKobo } = await call(getPaymentLink, { id: link.id })
    assert.deepEqual([payments, collectedKobo], [2, 500_000])
  }
  const csv = await call(downloadPayments, { search: reference })
  assert.match(csv, /Refunded \(NGN\)/)
  assert.match(csv, /,4811\.87,5000\.00,/)
  assert.equal((await call(listPayments, { status: 'refunded' })).totalElements, 1)
})

test('refunds never exceed the remaining amount, also with concurrent requests', async (t) => {
  const { app, call, pay, balanceOf } = await refundFixture(t)
  await pay()
  const { id } = await pay()
  const amount = fc.integer({ min: 1, max: 260_000 })
  await assert.rejects(call(requestRefund, { id, amountKobo: 500_001, reason }), errorWith(422, 'above_what_is_left'))
  await assert.rejects(call(requestRefund, { id, amountKobo: 0, reason }), errorWith(400, 'validation_error'))
  await assert.rejects(call(requestRefund, { id, amountKobo: -5, reason }), errorWith(400, 'validation_error'))
  await assert.rejects(call(requestRefund, { id, amountKobo: 1.5, reason }), errorWith(400, 'validation_error'))
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 2, maxLength: 5 }), async (amounts) => {
      await Promise.all(
        amounts.map((amountKobo) =>
          call(requestRefund, { id, amountKobo, reason }).catch((error: CallError) =>
            assert.ok(['above_what_is_left', 'nothing_left'].includes(error.code), error.code),
          ),
        ),
      )
      const { content } = await call(listRefunds, { paymentId: id, limit: 100 })
      const given = content.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
      assert.ok(given <= 500_000)
      assert.equal((await call(getPayment, { id })).refundedKobo, given)
      assert.equal(await balanceOf(), 962_374 - given)
      assert.equal((await call(getRefundable, { id })).leftKobo, 500_000 - given)
    }),
    { seed: 1, numRuns: 6 },
  )
  const sum = await app.runtime.database.read((tx) =>
    tx.$client.query('select sum(amount_kobo)::int as sum from ledger_lines'),
  )
  assert.equal(sum.rows[0].sum, 0)
})

test('a refund above the balance waits, continues when money comes in, and can be cancelled while it waits', async (t) => {
  const { call, pay, balanceOf, runScheduledJobs, getPaymentStatus } = await refundFixture(t)
  const { id } = await pay()
  const waiting = await call(requestRefund, { id, amountKobo: 500_000, reason })
  assert.deepEqual([waiting.status, waiting.fromUnsettledKobo], ['pending', 0])
  assert.equal(await balanceOf(), 481_187)
  await assert.rejects(call(requestRefund, { id, amountKobo: 1, reason }), errorWith(409, 'nothing_left'))
  await runScheduledJobs()
  assert.equal((await call(getRefund, { id: waiting.id })).status, 'pending')
  assert.equal((await call(cancelRefund, { id: waiting.id })).status, 'failed')
  await assert.rejects(call(cancelRefund, { id: waiting.id }), errorWith(409, 'refund_not_cancellable'))
  assert.equal(await balanceOf(), 481_187)
  assert.equal(await getPaymentStatus(id), 'success')
  const again = await call(requestRefund, { id, amountKobo: 500_000, reason })
  await pay('plain', 'bola@example.com')
  await runScheduledJobs()
  assert.equal((await call(getRefund, { id: again.id })).status, 'processed')
  assert.equal(await balanceOf(), 462_374)
  assert.equal(await getPaymentStatus(id), 'refunded')
})

test('a refund uses the unsettled balance first, then the available one, and a failed refund returns to both', async (t) => {
  const { app, call, merchantId, pay, balanceOf } = await refundFixture(t)
  const { id } = await pay('fails')
  await app.runtime.database.write(async (tx) => {
    const source = platformAccount('TEST', 'processor_clearing')
    const postings = [{ source, target: merchantAccount(merchantId, 'available'), amountKobo: 30_000 }]
    await postEntry(tx, { reference: 'settled', merchantId, description: 'Settled', at: app.runtime.clock(), postings })
  })
  const refund = await call(requestRefund, { id, amountKobo: 500_000, reason })
  assert.deepEqual([refund.status, refund.fromUnsettledKobo, refund.fromAvailableKobo], ['failed', 481_187, 18_813])
  assert.deepEqual([await balanceOf(), await balanceOf('available')], [481_187, 30_000])
})

test('a refund that the bank returns has failed: the money is back in the balance and the members are notified', async (t) => {
  const { app, call, pay, balanceOf, getPaymentStatus } = await refundFixture(t)
  const { id } = await pay('fails')
  const failed = await call(requestRefund, { id, amountKobo: 100_000, reason })
  assert.equal(failed.status, 'failed')
  assert.equal(await balanceOf(), 481_187)
  assert.equal(await getPaymentStatus(id), 'success')
  assert.equal((await call(getRefundable, { id })).leftKobo, 500_000)
  await app.drain()
  const { content } = await call(listNotifications, {})
  const notification = content.find(({ kind }) => kind === 'dispute')!
  assert.match(notification.title, /^A refund of NGN.1,000\.00 failed$/)
  assert.equal(notification.path, `/transactions/${id}`)
  assert.equal((await readEmails(app, /refund of .* failed/)).length, 1)
  assert.equal((await readEmails(app, /refunded NGN/)).length, 0)
})

test('a card without refund support needs a bank account, which is checked by account enquiry before the refund', async (t) => {
  const { app, owner, call, pay, balanceOf, getPaymentStatus } = await refundFixture(t)
  const { id } = await pay('needsAccount')
  const refund = await call(requestRefund, { id, amountKobo: 100_000, reason, payerNote: 'Sorry <b>Ada</b>!' })
  assert.equal(refund.status, 'needs_attention')
  assert.equal(await balanceOf(), 381_187)
  const give = (bankId: number, accountNumber: string) =>
    call(payRefundToAccount, { id: refund.id, bankId, accountNumber })
  const byKey = { baseUrl: (name: string) => `${app.url}/test/${name}`, token: () => createSecretKeyFor(app, owner) }
  const stolen = callEndpoint(byKey, payRefundToAccount, {
    id: refund.id,
    bankId: gtbBankId,
    accountNumber: '0000000018',
  })
  await assert.rejects(stolen, errorWith(403, 'forbidden'))
  await assert.rejects(give(gtbBankId, '0000000018'), errorWith(403, 'confirmation_required'))
  await call(confirmUser, { password: owner.password })
  await assert.rejects(give(3, '0000000000'), errorWith(422, 'account_unknown'))
  await assert.rejects(give(999_999, '0000000018'), errorWith(422, 'validation_error'))
  const paid = await give(gtbBankId, '0000000018')
  assert.equal(paid.status, 'processed')
  assert.equal(paid.account?.accountName, 'ADA TEST OBI')
  assert.equal(await getPaymentStatus(id), 'partially_refunded')
  await assert.rejects(give(gtbBankId, '0000000018'), errorWith(409, 'account_not_asked'))
  await app.drain()
  const [mail] = await readEmails(app, /refunded NGN/)
  assert.equal(mail?.to, 'ada@example.com')
  assert.match(mail!.text, /writes: Sorry <b>Ada<\/b>!/)
  assert.match(mail!.html, /Sorry &lt;b&gt;Ada&lt;\/b&gt;!/)
  assert.match(mail!.text, /Sent to: .*•••• 0018/)
  assert.match(mail!.text, /Banks take up to ten working days to show a refund\.\n/)
})

test('an account with another name than the payer is rejected until it is confirmed, and the members and the payer are notified', async (t) => {
  const { app, call, owner, pay } = await refundFixture(t)
  const { id } = await pay('needsAccount', 'chidi@example.com', 'Chidi Onyeka')
  const refund = await call(requestRefund, { id, amountKobo: 100_000, reason })
  await call(confirmUser, { password: owner.password })
  const account = { id: refund.id, bankId: gtbBankId, accountNumber: '0000000018' }
  await assert.rejects(call(payRefundToAccount, account), errorWith(409, 'name_differs'))
  assert.equal((await call(payRefundToAccount, { ...account, nameConfirmed: true })).status, 'processed')
  await app.drain()
  const { content } = await call(listNotifications, {})
  assert.ok(content.some(({ kind, title }) => kind === 'security' && /goes to a bank account$/.test(title)))
  const [entry] = (await call(listAuditEvents, {})).content.filter(({ action }) => action === 'refund.account_given')
  assert.equal((entry?.after as { accountName?: string } | null)?.accountName, 'ADA TEST OBI')
})

test('a closed account returns the refund; a refund that waits for an account can be cancelled', async (t) => {
  const { call, owner, pay, balanceOf } = await refundFixture(t)
  const { id } = await pay('needsAccount')
  const refund = await call(requestRefund, { id, amountKobo: 100_000, reason })
  await call(confirmUser, { password: owner.password })
  const paid = await call(payRefundToAccount, {
    id: refund.id,
    bankId: gtbBankId,
    accountNumber: '0000000070',
    nameConfirmed: true,
  })
  assert.equal(paid.status, 'failed')
  assert.equal(await balanceOf(), 481_187)
  const other = await call(requestRefund, { id, amountKobo: 100_000, reason })
  assert.equal((await call(cancelRefund, { id: other.id })).status, 'failed')
  assert.equal(await balanceOf(), 481_187)
})

test('a refund that is interrupted before or after the request to the bank is queried and made once', async (t) => {
  const { app, call, pay, balanceOf, runScheduledJobs, begin } = await refundFixture(t)
  await pay('plain', 'bola@example.com')
  const { id } = await pay()
  const { config, clock, database } = app.runtime
  const unasked = await begin(id, 100_000)
  const requested = await begin(id, 50_000)
  const write = <T>(use: (context: { tx: Tx; now: Date }) => Promise<T>) =>
    database.write((tx) => use({ tx, now: clock() }))
  const connector = connectorFor({ mode: 'TEST', config, write }, 'refunds')
  await connector.refunds.request({
    reference: requested.reference,
    chargeReference: requested.reference,
    amountKobo: 50_000,
  })
  assert.equal((await call(getRefund, { id: requested.id })).status, 'processing')
  await assert.rejects(call(cancelRefund, { id: requested.id }), errorWith(409, 'refund_not_cancellable'))
  await runScheduledJobs()
  await runScheduledJobs()
  for (const { id } of [unasked, requested]) assert.equal((await call(getRefund, { id })).status, 'processed')
  assert.equal((await call(getPayment, { id })).refundedKobo, 150_000)
  assert.equal(await balanceOf(), 962_374 - 150_000)
  const remembered = await database.read((tx) => tx.select().from(sandboxRefunds))
  assert.equal(remembered.length, 2)
  assert.equal((await readEmails(app, /refunded NGN/)).length, 2)
})

test('a repeated request with the same key creates one refund; the refund names the API key that requested it', async (t) => {
  const { app, owner, call, pay } = await refundFixture(t)
  const { id } = await pay()
  const input = { id, amountKobo: 10_000, reason }
  const [one, other] = [
    await call(requestRefund, input, { idempotencyKey: 'once' }),
    await call(requestRefund, input, { idempotencyKey: 'once' }),
  ]
  assert.deepEqual(one, other)
  const key = await createSecretKeyFor(app, owner)
  const response = await fetch(`${app.url}/test/collections/payments/${id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amountKobo: 20_000, reason: 'duplicate' }),
  })
  assert.equal(response.status, 201)
  const made = (await response.json()) as { requestedBy: object; id: string }
  assert.deepEqual(made.requestedBy, { kind: 'api_key', name: `…${key.slice(-4)}` })
  assert.equal((await call(listRefunds, { paymentId: id })).totalElements, 2)
})

test('refunds of another business, of an unpaid payment, with an unknown reason or with markup in the note are rejected', async (t) => {
  const { app, call, link, pay } = await refundFixture(t)
  const { id } = await pay()
  const other = app.as(await app.createUser('Bola'))
  const missing = errorWith(404, 'payment_not_found')
  await assert.rejects(other.call(requestRefund, { id, amountKobo: 100, reason }), missing)
  await assert.rejects(other.call(getRefundable, { id }), missing)
  const refund = await call(requestRefund, { id, amountKobo: 100, reason })
  for (const endpoint of [getRefund, cancelRefund])
    await assert.rejects(other.call(endpoint, { id: refund.id }), errorWith(404, 'refund_not_found'))
  assert.equal((await other.call(listRefunds, { paymentId: id })).totalElements, 0)
  const { reference } = await app.asNobody().call(startPayment, {
    slug: link.slug,
    checkoutId: crypto.randomUUID(),
    email: 'eve@example.com',
  })
  const unpaid = (await call(listPayments, { search: reference })).content[0]!
  await assert.rejects(
    call(requestRefund, { id: unpaid.id, amountKobo: 100, reason }),
    errorWith(409, 'payment_not_paid'),
  )
  assert.equal((await call(getRefundable, { id: unpaid.id })).refusal, 'Only paid payments can be refunded')
  const invalid = errorWith(400, 'validation_error')
  await assert.rejects(call(requestRefund, { id, amountKobo: 100, reason: 'why not' as 'other' }), invalid)
  await assert.rejects(call(requestRefund, { id, amountKobo: 100, reason, payerNote: 'x'.repeat(201) }), invalid)
  await assert.rejects(call(requestRefund, { id, amountKobo: 100, reason, note: 'a\u0000b' }), invalid)
  assert.equal((await call(getPayment, { id })).status, 'partially_refunded')
})
