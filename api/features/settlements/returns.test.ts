import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { listReturnedMoney } from '@adire/contract/back-office/payments.ts'
import { updateBankAccount } from '@adire/contract/bank-accounts.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { encodeRequest } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { downloadPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import {
  downloadSettlementPostings,
  getSettlement,
  getUnsettled,
  listSettlements,
  resumeSettlement,
} from '@adire/contract/settlements.ts'
import { createSplit, createSplitParty, updateSplitParty } from '@adire/contract/splits.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { errorWith } from '../../testing/error-with.ts'
import { accessBankId, gtbBankId, settlementFixture, testCards } from '../../testing/settlement-fixture.ts'
import { assertAddsUp } from '../../testing/settlement-sums.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { createSecretKeyFor } from '../../testing/users.ts'
import { endPayout } from './end-payout.ts'
import { lockSettlement } from './move.ts'
import { getSettlementHandler } from './serialize.ts'
import { startPayout } from './start-payout.ts'
import { payouts } from './tables.ts'

/** Test account whose bank returns every payout. */
const returning = '0000000031'

async function returned(t: TestContext) {
  const fixture = await settlementFixture(t)
  const { app, call, addAccount, pay, morning } = fixture
  await addAccount(returning)
  await pay(2_000_000)
  const attempts = () => app.runtime.database.read((tx) => tx.select().from(payouts))
  const notified = async (title: RegExp) =>
    (await call(listNotifications, { limit: 100 })).content.filter((one) => title.test(one.title)).length
  /** Runs the days until the third attempt is returned. */
  const untilHeld = async () => {
    for (const dayNumber of [1, 2, 3]) await morning(dayNumber)
    return (await fixture.newest())!
  }
  return { ...fixture, attempts, notified, untilHeld }
}

test('a payout that the bank returns goes back to the balance, states what to do, and is sent again with later proceeds', async (t) => {
  const { call, pay, to, morning, addAccount, confirm, skipDelay, balanceOf, day } = await settlementFixture(t)
  const account = await addAccount('0000000031')
  await pay(2_000_000)
  const failed = (await morning(1))!
  assert.equal(failed.status, 'failed')
  assert.match(failed.failureMessage ?? '', /back in your balance .* next working day/)
  assert.equal(await balanceOf('available'), failed.figures.closingKobo)
  assert.deepEqual([failed.figures.bankKobo, failed.figures.stampDutyKobo], [0, 0])
  assertAddsUp(failed)
  const notification = (await call(listNotifications, {})).content.find(({ title }) => title.startsWith('A payout of'))
  assert.equal(notification?.path, `/payouts/${failed.id}/${day(0)}`)
  assert.match(await call(downloadPayments, { columns: 'settlementDay' }), new RegExp(`\r\n${day(2)}\r\n$`))

  to(1, 12)
  const refundable = await pay(500_000)
  // Refunds use the balance also while the settlement waits: first the pending part, then the returned part.
  await call(requestRefund, { id: refundable.id, amountKobo: 500_000, reason: 'duplicate' })
  await confirm()
  await call(updateBankAccount, {
    id: account.id,
    bankId: account.bankId,
    accountNumber: '0000000017',
    alias: 'Access',
    primaryAccount: true,
  })
  await skipDelay()
  const paid = (await morning(2))!
  assert.deepEqual([paid.id, paid.status, paid.attempts], [failed.id, 'success', 2])
  assert.equal(paid.amountKobo, failed.figures.closingKobo + refundable.netKobo - 500_000 - 5_000)
  const { figures } = paid
  assert.deepEqual(
    [figures.openingKobo, figures.grossKobo, figures.feesKobo, figures.vatKobo, figures.refundsKobo],
    [0, 2_500_000, -57_500, -4_313, -500_000],
  )
  assertAddsUp(paid)
  assert.deepEqual([await balanceOf('pending'), await balanceOf('available'), await balanceOf('in_payout')], [0, 0, 0])
  const csv = await call(downloadSettlementPostings, { id: paid.id })
  for (const part of [`payout:${paid.id}:1:reversed`, `payout:${paid.id}:2:paid`, 'stamp_duty', 'processor_clearing'])
    assert.ok(csv.includes(part), part)
})

test('after three returns from one account a settlement is on hold, is not sent again in thirty working days, and its owner is notified once', async (t) => {
  const { app, call, merchantId, pay, to, runScheduledJobs, attempts, notified, untilHeld, balanceOf } =
    await returned(t)
  const held = await untilHeld()
  assert.deepEqual([held.status, held.hold?.reason, held.attempts], ['on_hold', 'payouts_returned', 3])
  assert.match(held.hold!.message, /^3 payouts to Access Bank 0000000031 came back.*confirm/)
  assert.equal(held.nextTryAt, null)
  assert.equal((await call(getUnsettled, {})).next.hold?.reason, 'payouts_returned')
  to(3, 12)
  await pay(700_000)
  assert.deepEqual([await notified(/ failed$/), await notified(/ is on hold$/)], [2, 1])
  // Six weeks, thirty working days: longer than a session lasts.
  for (let dayNumber = 4; dayNumber < 46; dayNumber++) {
    to(dayNumber, 1.2)
    await runScheduledJobs()
    to(dayNumber, 9.2)
    await runScheduledJobs()
  }
  const unitOfWork = await jobUnitOfWork(app.runtime).of(merchantId)
  const later = await unitOfWork.write((context) =>
    getSettlementHandler(
      { ...context, merchant: { id: merchantId }, user: undefined, apiKey: undefined },
      { id: held.id },
    ),
  )
  assert.deepEqual([later.status, later.attempts, later.nextTryAt], ['on_hold', 3, null])
  assert.equal((await attempts()).length, 3)
  // New proceeds wait with it and are included in its totals.
  assert.deepEqual([later.figures.grossKobo, later.figures.differenceKobo], [2_700_000, 0])
  assert.equal(await balanceOf('available'), later.figures.closingKobo)
  assert.deepEqual(
    [(await readEmails(app, / failed \(/)).length, (await readEmails(app, / is on hold \(/)).length],
    [2, 1],
  )
  assert.equal(later.events.filter(({ kind }) => kind === 'on_hold').length, 1)
})

test('a confirmed account is paid again on the next working day, three times at most; another account is paid at once', async (t) => {
  const { app, call, user, confirm, to, morning, addAccount, attempts, untilHeld, notified, day } = await returned(t)
  const { id, reference } = await untilHeld()
  const stranger = app.as(await app.createUser('Bola'))
  await assert.rejects(stranger.call(resumeSettlement, { id }), errorWith(404, 'settlement_not_found'))
  to(3, 12)
  // Neither a stolen API key nor an unconfirmed session can send it again.
  const key = await createSecretKeyFor(app, user)
  const { path } = encodeRequest(resumeSettlement, { id })
  const byKey = await fetch(`${app.url}/test/${resumeSettlement.server}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(byKey.status, 403)
  await assert.rejects(call(resumeSettlement, { id }), errorWith(403, 'confirmation_required'))
  assert.equal((await call(getSettlement, { id })).status, 'on_hold')
  await confirm()
  const both = await Promise.allSettled([call(resumeSettlement, { id }), call(resumeSettlement, { id })])
  assert.deepEqual(both.map((one) => one.status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(call(resumeSettlement, { id }), errorWith(409, 'settlement_not_resumable'))
  const due = await call(getSettlement, { id })
  assert.deepEqual([due.status, due.dueOn, due.hold], ['pending', day(4), null])
  const [audited] = (await call(listAuditEvents, { action: 'settlement.resumed' })).content
  assert.equal(audited?.object, reference)
  assert.equal((await attempts()).length, 3)

  for (const dayNumber of [4, 7]) assert.equal((await morning(dayNumber))!.status, 'failed')
  const again = (await morning(8))!
  assert.deepEqual([again.status, again.attempts], ['on_hold', 6])
  assert.equal(await notified(/ is on hold$/), 2)
  assert.equal((await morning(9))!.attempts, 6)

  await addAccount('0000000017')
  assert.notEqual((await call(getSettlement, { id })).nextTryAt, null)
  const paid = (await morning(10))!
  assert.deepEqual([paid.id, paid.status, paid.attempts, paid.figures.grossKobo], [id, 'success', 7, 2_000_000])
  assert.deepEqual([paid.figures.openingKobo, paid.figures.feesKobo, paid.figures.vatKobo], [0, -40_000, -3_000])
})

test('a confirmed account is paid on the same day before the payout hour; returns from another account are not counted', async (t) => {
  const { call, confirm, to, runScheduledJobs, newest, untilHeld, addAccount, app, merchantId, day } = await returned(t)
  const { id } = await untilHeld()
  to(4, 8)
  await runScheduledJobs()
  await confirm()
  assert.equal((await call(resumeSettlement, { id })).dueOn, day(4))
  // The primary account was changed: a return from the new one counts as its first.
  await addAccount('0000000017')
  const unitOfWork = await jobUnitOfWork(app.runtime).of(merchantId)
  to(4, 9.1)
  const { reference } = (await unitOfWork.write((context) => startPayout(context, { merchantId, id })))!
  const bankReference = '999999261126090400000000000001'
  const outcome = { kind: 'returned', message: 'No such account', bankReference } as const
  await unitOfWork.write((context) => endPayout(context, { merchantId, id }, reference, outcome))
  const failed = (await newest())!
  assert.deepEqual([failed.status, failed.attempts, failed.account?.accountNumber], ['failed', 4, '0000000017'])
  // The session id, by which banks look for a transfer, is on the timeline and in the back office.
  assert.match(JSON.stringify((await call(getSettlement, { id })).events), new RegExp(`Session ID ${bankReference}`))
  const { payouts } = await asStaff(app, await createStaff(app, 'finance'))(listReturnedMoney, {})
  assert.equal(payouts[0]?.sessionId, bankReference)
})

test('the payout of a split recipient is held after three returns, and sent again once the account has changed', async (t) => {
  const { app, call, morning, to, addAccount, confirm, skipDelay } = await settlementFixture(t)
  await addAccount()
  const chidi = await call(createSplitParty, { name: 'Chidi', bankId: accessBankId, accountNumber: returning })
  const split = await call(createSplit, {
    name: 'Rides',
    type: 'percentage',
    feeBearer: 'business',
    shares: [{ partyId: chidi.id, value: 4_000 }],
  })
  const { slug } = await call(createPaymentLink, {
    name: 'Ride',
    amountKobo: 1_000_000,
    feeBearer: 'merchant',
    splitId: split.id,
  })
  const payer = app.asNobody()
  const { accessCode } = await payer.call(startPayment, {
    slug,
    checkoutId: crypto.randomUUID(),
    email: 'a@example.com',
  })
  await payer.call(payByCard, { accessCode, ...testCards.plain })
  const ofChidi = async () => {
    const [row] = (await call(listSettlements, { partyId: chidi.id })).content
    return call(getSettlement, { id: row!.id })
  }
  for (let dayNumber = 1; dayNumber < 12; dayNumber++) await morning(dayNumber)
  const held = await ofChidi()
  assert.deepEqual([held.status, held.attempts, held.hold?.reason], ['on_hold', 3, 'payouts_returned'])
  assert.match(held.hold!.message, /Enter another account for Chidi under Split payments/)
  const titles = (await call(listNotifications, { limit: 100 })).content.map(({ title }) => title)
  assert.equal(titles.filter((title) => title.endsWith('for Chidi is on hold')).length, 1)
  assert.equal(titles.filter((title) => title.endsWith('to Chidi failed')).length, 2)
  to(11, 12)
  await confirm()
  await call(updateSplitParty, { id: chidi.id, name: 'Chidi', bankId: gtbBankId, accountNumber: '0000000018' })
  await skipDelay()
  await morning(14)
  const paid = await ofChidi()
  assert.deepEqual([paid.id, paid.status, paid.attempts, paid.amountKobo], [held.id, 'success', 4, 400_000])
})

test('two processes that receive the third return put the settlement on hold once', async (t) => {
  const { app, merchantId, to, runScheduledJobs, morning, newest, notified } = await returned(t)
  for (const dayNumber of [1, 2]) await morning(dayNumber)
  to(3, 1.2)
  await runScheduledJobs()
  to(3, 9.2)
  const key = { merchantId, id: (await newest())!.id }
  const unitOfWork = await jobUnitOfWork(app.runtime).of(merchantId)
  const sent = await Promise.all([1, 2].map(() => unitOfWork.write((context) => startPayout(context, key))))
  assert.equal(sent.filter(Boolean).length, 1)
  const { reference } = sent.find(Boolean)!
  const outcome = { kind: 'returned', message: 'No such account' } as const
  await Promise.all([1, 2, 3].map(() => unitOfWork.write((context) => endPayout(context, key, reference, outcome))))
  const { settlement } = await unitOfWork.write(({ tx }) => lockSettlement(tx, key))
  assert.deepEqual([settlement.status, settlement.attempts], ['on_hold', 3])
  assert.equal(await notified(/ is on hold$/), 1)
})

test('a settlement that is held for the same reason on several days is notified once', async (t) => {
  const { call, app, pay, morning, newest } = await settlementFixture(t)
  await pay(2_000_000)
  for (const dayNumber of [1, 2, 3, 4]) await morning(dayNumber)
  const held = (await newest())!
  assert.deepEqual([held.status, held.hold?.reason], ['on_hold', 'no_bank_account'])
  await app.drain()
  const { content } = await call(listNotifications, { limit: 100 })
  // With the amount that the list of settlements has, after stamp duty.
  assert.deepEqual(
    content.filter(({ title }) => title.endsWith(' is on hold')).map(({ title }) => title),
    [`A settlement of ${formatNaira(held.amountKobo)} is on hold`],
  )
  assert.equal(held.events.filter(({ kind }) => kind === 'on_hold').length, 1)
})
