import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createMandate,
  getDebitCalendar,
  getMandate,
  listDebits,
  listMandatePayments,
} from '@adire/contract/direct-debit.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import { testApp } from '../../testing/app.ts'
import { mailsTo } from '../../testing/mails.ts'
import { agreeToMandate, aMandate, codeOf, dayFromNow, testAccounts } from '../../testing/mandates.ts'

test('when a business moves its clock, its mandate is activated, notified, debited and retried on the right days [S7.5-08]', async (t) => {
  const api = await testApp(t)
  const { call } = api.as(await api.createUser())
  const start = Date.parse((await call(getTestClock, {})).now)
  const moveTo = async (days: number) => {
    await call(moveTestClock, { to: new Date(start + days * dayMs).toISOString() })
    await api.drain()
    const { moves } = await call(getTestClock, {})
    assert.deepEqual([moves[0]!.failedCount, moves[0]!.endedAt !== null], [0, true])
  }
  const mandate = await call(
    createMandate,
    aMandate(api, {
      kind: 'fixed',
      frequency: 'weekly',
      accountNumber: testAccounts.unavailableOnce,
      startOn: dayFromNow(api, 3),
      maxTotalKobo: 1_250_000,
    }),
  )
  const accessCode = codeOf(mandate)
  await agreeToMandate(api, accessCode)
  await api.asNobody().call(simulateMandateTransfer, { accessCode, outcome: 'exact' })
  await moveTo(1)
  const active = await call(getMandate, { id: mandate.id })
  assert.deepEqual(
    [active.status, active.readyToDebit, active.nextDebitAt?.slice(0, 10)],
    ['active', true, dayFromNow(api, 3)],
  )
  const { days } = await call(getDebitCalendar, { from: dayFromNow(api, 1), to: dayFromNow(api, 40) })
  assert.deepEqual(
    days.map(({ day, totalKobo, debits }) => [day, totalKobo, debits[0]!.status]),
    [
      [dayFromNow(api, 3), 500_000, 'scheduled'],
      [dayFromNow(api, 10), 500_000, 'expected'],
    ],
  )

  await moveTo(30)
  const { content } = await call(listDebits, { id: mandate.id })
  assert.deepEqual(
    content.map(({ dueOn, status, attempts, amountKobo }) => [dueOn, status, attempts, amountKobo]),
    [
      [dayFromNow(api, 10), 'success', 2, 500_000],
      [dayFromNow(api, 3), 'success', 2, 500_000],
    ],
  )
  const { content: payments } = await call(listMandatePayments, { id: mandate.id })
  assert.deepEqual(
    payments.map(({ createdAt, status }) => `${createdAt.slice(0, 16)} ${status}`),
    [11, 10, 4, 3].map((day, index) => `${dayFromNow(api, day)}T08:00 ${index % 2 ? 'failed' : 'success'}`),
  )
  const over = await call(getMandate, { id: mandate.id })
  assert.deepEqual([over.status, over.debitedKobo, over.leftKobo], ['expired', 1_000_000, 250_000])
  const subjects = (await mailsTo(api, 'ada@example.com')).map(({ subject }) => subject)
  const count = (part: string) => subjects.filter((subject) => subject.includes(part)).length
  assert.deepEqual(
    [count('will debit NGN'), count('could not debit'), count('Your payment'), count('has ended')],
    [2, 2, 2, 1],
  )
})
