import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@adire/contract/durations.ts'
import {
  createInvoice,
  getInvoice,
  getInvoiceTotals,
  recordInvoicePayment,
  remindInvoice,
  sendInvoice,
} from '@adire/contract/invoices.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { addDays } from '../../lagos.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { invoiceFixture, invoiceInput, today } from '../../testing/invoice-fixture.ts'
import { mailsTo } from '../../testing/mails.ts'

test('an invoice is overdue on the day after its due date; reminders are sent once each, on the chosen days, in the morning', async (t) => {
  const { app, call, user } = await invoiceFixture(t)
  const dueOn = addDays(today(), 5)
  const { id } = await call(createInvoice, invoiceInput({ dueOn, reminderDays: [-3, 0, 7] }))
  await call(sendInvoice, { id })
  const reminders = async () => {
    await runNow(app.runtime, 'check-invoices')
    await runNow(app.runtime, 'check-invoices')
    await app.drain()
    return (await mailsTo(app, 'bola@example.com')).filter(({ subject }) => subject.startsWith('[Test] Reminder'))
  }
  assert.equal((await reminders()).length, 0)
  app.forward(3 * dayMs)
  const first = await reminders()
  assert.equal(first.length, 1)
  assert.match(first[0]!.subject, /is due in [23] days/)
  app.forward(5 * dayMs)
  assert.equal((await reminders()).length, 2)
  const late = await call(getInvoice, { id })
  assert.equal(late.status, 'overdue')
  assert.equal((await call(getInvoiceTotals, {})).overdueKobo, late.totalKobo)
  const { content } = await app.as(user).call(listNotifications, {})
  assert.equal(content.filter(({ title }) => title === 'Invoice INV-0001 is overdue').length, 1)
  await call(recordInvoicePayment, { id, amountKobo: 100_000, method: 'pos', paidOn: today() })
  assert.equal((await call(getInvoice, { id })).status, 'overdue')
  app.forward(30 * dayMs)
  assert.equal((await reminders()).length, 3)
  app.forward(30 * dayMs)
  assert.equal((await reminders()).length, 3)
})

test('a manual reminder is sent at most once an hour; a second click on send within a minute sends nothing', async (t) => {
  const { app, call, sent } = await invoiceFixture(t)
  const { id } = await sent()
  await call(sendInvoice, { id })
  await call(remindInvoice, { id })
  await assert.rejects(call(remindInvoice, { id }), errorWith(409, 'reminded_already'))
  await app.drain()
  assert.equal((await mailsTo(app, 'ada@example.com')).length, 2)
  app.forward(2 * 3_600_000)
  await call(remindInvoice, { id })
  await call(sendInvoice, { id, message: 'Please look <b>here</b>' })
  await app.drain()
  const mails = await mailsTo(app, 'ada@example.com')
  assert.equal(mails.length, 4)
  assert.ok(mails.some(({ html }) => html.includes('&lt;b&gt;here')))
  const { id: late } = await call(createInvoice, invoiceInput({ dueOn: addDays(today(), -1) }))
  await assert.rejects(call(sendInvoice, { id: late }), errorWith(409, 'due_date_passed'))
})
