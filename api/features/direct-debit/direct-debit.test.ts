import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cancelDebit,
  cancelMandate,
  createMandate,
  debitNow,
  deleteMandate,
  getDebitCalendar,
  getMandate,
  getMandateStatus,
  listDebits,
  listMandatePayments,
  listMandates,
  scheduleDebit,
  sendMandate,
  updateMandate,
} from '@adire/contract/direct-debit.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { getMandatePage } from '@adire/contract/mandate-page.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { sql } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { mailsTo } from '../../testing/mails.ts'
import { activeMandate, agreeToMandate, aMandate, codeOf, dayFromNow, testAccounts } from '../../testing/mandates.ts'

test('a draft is saved, changed, sent and deleted; a sent mandate cannot be changed [S7.5-08]', async (t) => {
  const api = await testApp(t)
  const { call } = api.as(await api.createUser())
  const draft = await call(createMandate, { ...aMandate(api), draft: true })
  assert.deepEqual([draft.status, draft.consentUrl, draft.allowed], ['draft', null, ['edit', 'delete', 'send']])
  assert.deepEqual([draft.accountNumber, draft.accountName], ['•••• 0018', 'ADA TEST OBI'])
  const changes = { ...aMandate(api, { amountKobo: 700_000 }), id: draft.id, accountNumber: undefined }
  const changed = await call(updateMandate, changes)
  assert.deepEqual([changed.amountKobo, changed.accountName], [700_000, 'ADA TEST OBI'])
  const other = await call(updateMandate, { ...changes, accountNumber: testAccounts.paysAtThird })
  assert.deepEqual([other.accountName, other.accountNumber], ['CHIKE TEST EZE', '•••• 0032'])

  const sent = await call(sendMandate, { id: draft.id })
  assert.deepEqual([sent.status, sent.standing.waitsFor, sent.allowed], ['pending', 'customer', ['send', 'cancel']])
  await call(sendMandate, { id: draft.id })
  await api.drain()
  assert.equal((await mailsTo(api, 'ada@example.com')).length, 1)
  await assert.rejects(call(updateMandate, changes), { status: 409 })
  await assert.rejects(call(deleteMandate, { id: draft.id }), { status: 409 })
  const second = await call(createMandate, { ...aMandate(api), draft: true })
  await call(deleteMandate, { id: second.id })
  await assert.rejects(call(getMandate, { id: second.slug }), { status: 404 })
  const { content, totalElements } = await call(listMandates, { status: 'waiting' })
  assert.deepEqual([content.map(({ id }) => id), totalElements], [[draft.id], 1])
})

test('a mandate goes from consent to its first debit, which is a payment of its own [S7.5-08]', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const mandate = await caller.call(createMandate, aMandate(api))
  const { id } = mandate
  const statusNow = () => caller.call(getMandateStatus, { id })
  const agreed = await agreeToMandate(api, codeOf(mandate))
  assert.equal(agreed.status, 'pending_authorization')
  assert.equal(agreed.transfer!.amountKobo, 50_00)
  assert.equal((await statusNow()).waitsFor, 'customer')
  const active = await activeMandate(api, caller, { customerEmail: 'bayo@example.com' })
  assert.deepEqual([active.status, active.readyToDebit, active.allowed], ['active', true, ['debit', 'cancel']])
  assert.deepEqual(
    active.standing.steps.map(({ state }) => state),
    Array.from({ length: 6 }, () => 'done'),
  )
  assert.ok(active.consent!.acceptedAt && active.consent!.ip && active.consent!.text.length > 2)
  await assert.rejects(caller.call(debitNow, { id: active.id, amountKobo: 500_001 }), { code: 'above_mandate' })
  const requested = await caller.call(debitNow, { id: active.id, amountKobo: 200_000 })
  assert.deepEqual([requested.status, requested.source], ['scheduled', 'now'])
  await api.drain()
  api.forward(2 * dayMs)
  await runNow(api.runtime, 'debit-mandates')
  const debit = (await caller.call(listDebits, { id: active.id })).content[0]!
  assert.deepEqual([debit.status, debit.attempts], ['success', 1])
  const payment = await caller.call(getPayment, { id: debit.paymentId! })
  assert.deepEqual(
    [payment.status, payment.channel, payment.feeKobo, payment.mandate!.slug, payment.bank!.last4],
    ['success', 'direct_debit', 1_000, active.slug, '0018'],
  )
  const { content } = await caller.call(listMandatePayments, { id: active.id })
  assert.deepEqual(
    content.map((one) => one.id),
    [debit.paymentId],
  )
  const refund = { id: debit.paymentId!, amountKobo: 50_000, reason: 'requested_by_customer' as const }
  await caller.call(requestRefund, refund)
  const listed = (await caller.call(listDebits, { id: active.id })).content[0]!
  const { days } = await caller.call(getDebitCalendar, { from: debit.dueOn, to: debit.dueOn })
  assert.deepEqual([listed.refundedKobo, days[0]!.debits[0]!.refundedKobo], [50_000, 50_000])
  await api.drain()
  const subjects = (await mailsTo(api, 'bayo@example.com')).map(({ subject }) => subject)
  for (const part of ['asks to debit', 'Your code', 'to activate', 'is set up', 'will debit NGN', 'Your payment'])
    assert.ok(
      subjects.some((subject) => subject.includes(part)),
      `${part}: ${subjects}`,
    )
})

test('a debit that fails for insufficient funds is retried on three mornings; the third attempt pays [S7.5-08]', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const { id } = await activeMandate(api, caller, { accountNumber: testAccounts.paysAtThird })
  const planned = await caller.call(scheduleDebit, { mandateId: id, amountKobo: 100_000, date: dayFromNow(api, 2) })
  assert.equal(planned.status, 'scheduled')
  const seen: string[] = []
  for (let day = 0; day < 9; day++) {
    api.forward(dayMs)
    await api.drain()
    await runNow(api.runtime, 'notify-of-debits')
    await runNow(api.runtime, 'debit-mandates')
    await api.drain()
    const { content } = await caller.call(listDebits, { id })
    seen.push(`${content[0]!.status} ${content[0]!.attempts}`)
  }
  assert.deepEqual(
    seen.filter((one, index) => one !== seen[index - 1]),
    ['scheduled 0', 'retrying 1', 'retrying 2', 'success 3'],
  )
  const { content: payments } = await caller.call(listMandatePayments, { id })
  assert.deepEqual(
    payments.map(({ status }) => status),
    ['success', 'failed', 'failed'],
  )
  const mails = (await mailsTo(api, 'ada@example.com')).map(({ subject }) => subject)
  assert.equal(mails.filter((subject) => subject.includes('will debit NGN')).length, 1)
  assert.equal(mails.filter((subject) => subject.includes('could not debit')).length, 2)
  const { rows } = await api.runtime.database.read((tx) =>
    tx.execute(sql`select count(*)::int as entries from ledger_entries where reference like 'payment:%'`),
  )
  assert.equal(rows[0]!.entries, 1)
})

test('a cancelled mandate is not debited, and a scheduled debit is withdrawn [S7.5-08]', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const { id } = await activeMandate(api, caller)
  const date = dayFromNow(api, 3)
  const first = await caller.call(scheduleDebit, { mandateId: id, amountKobo: 100_000, date })
  const second = await caller.call(scheduleDebit, { mandateId: id, amountKobo: 200_000, date })
  const calendar = await caller.call(getDebitCalendar, { from: dayFromNow(api), to: dayFromNow(api, 30) })
  assert.deepEqual(
    calendar.days.map(({ day, totalKobo, count }) => [day, totalKobo, count]),
    [[date, 300_000, 2]],
  )
  assert.equal((await caller.call(cancelDebit, { id: first.id })).status, 'cancelled')
  assert.equal((await caller.call(cancelDebit, { id: first.id })).status, 'cancelled')
  const cancelled = await caller.call(cancelMandate, { id, reason: 'Moved out' })
  assert.deepEqual([cancelled.status, cancelled.standing.reason, cancelled.allowed], ['cancelled', 'Moved out', []])
  const { content } = await caller.call(listDebits, { id })
  assert.deepEqual(
    content.map(({ status }) => status),
    ['cancelled', 'cancelled'],
  )
  assert.equal(content.find(({ id }) => id === second.id)!.failure!.message, 'Moved out')
  await assert.rejects(caller.call(debitNow, { id, amountKobo: 100_000 }), { status: 409 })
  await api.drain()
})

test('another business sees no mandate, debit or calendar of this one [S7.5-08]', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const { id, slug } = await activeMandate(api, caller)
  const debit = await caller.call(scheduleDebit, { mandateId: id, amountKobo: 100_000, date: dayFromNow(api, 3) })
  const { call } = api.as(await api.createUser('bola'))
  const attempts = [
    () => call(getMandate, { id }),
    () => call(getMandate, { id: slug }),
    () => call(getMandateStatus, { id }),
    () => call(sendMandate, { id }),
    () => call(cancelMandate, { id }),
    () => call(deleteMandate, { id }),
    () => call(updateMandate, { ...aMandate(api), id }),
    () => call(debitNow, { id, amountKobo: 100_000 }),
    () => call(scheduleDebit, { mandateId: id, amountKobo: 100_000, date: dayFromNow(api, 2) }),
    () => call(cancelDebit, { id: debit.id }),
    () => call(listDebits, { id }),
    () => call(listMandatePayments, { id }),
  ]
  for (const attempt of attempts) await assert.rejects(attempt(), { status: 404 })
  assert.equal((await call(getDebitCalendar, { from: dayFromNow(api), to: dayFromNow(api, 9) })).count, 0)
  assert.equal((await call(listMandates, {})).totalElements, 0)
})

test('the note of a business about a cancelled mandate is not shown to its customer, who reads who cancelled it', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const mandate = await activeMandate(api, caller)
  await caller.call(cancelMandate, { id: mandate.id, reason: 'Owes us money' })
  await api.drain()
  const { endedBy, reason } = await api.asNobody().call(getMandatePage, { accessCode: codeOf(mandate) })
  assert.deepEqual([endedBy, reason], ['business', null])
  const { text } = (await mailsTo(api, mandate.customerEmail)).find(({ subject }) => subject.includes('has ended'))!
  assert.match(text, /Reason: Cancelled by /)
  assert.doesNotMatch(text, /Owes us money/)
})
