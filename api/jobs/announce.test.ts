import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '@adire/contract/customers.ts'
import { cancelInvoice, createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import type { LiveTopic } from '@adire/contract/live.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { createPlan, deletePlan, setPlanActive } from '@adire/contract/plans.ts'
import { saveView } from '@adire/contract/saved-views.ts'
import { cancelSubscription } from '@adire/contract/subscriptions.ts'
import { eq } from 'drizzle-orm'
import { subscriptionFixture } from '../testing/subscribing.ts'
import { outbox } from './tables.ts'

test('changes in a business are announced: its invoices, subscriptions, customers, links, plans and settings', async (t) => {
  const { app, merchant, plan, subscribe, runDueJobs } = await subscriptionFixture(t)
  const { call, merchantId } = merchant
  const announced = async (action: () => Promise<unknown>) => {
    await runDueJobs()
    await action()
    const rows = await app.runtime.database.read((tx) => tx.select().from(outbox).where(eq(outbox.job, 'announcement')))
    const topics = rows.map(({ payload }) => String(payload).split(':') as [LiveTopic, string])
    return [...new Set(topics.filter(([, about]) => about === merchantId).map(([topic]) => topic))]
  }
  const boxes = await plan()
  const subscription = await subscribe(boxes.id)
  assert.ok((await announced(() => call(cancelSubscription, { id: subscription.id }))).includes('payments'))

  const customer = { firstName: 'Ada', lastName: 'Obi', email: 'ada.obi@example.com' }
  assert.deepEqual(await announced(() => call(createCustomer, customer)), ['payments'])
  assert.deepEqual(
    await announced(() => call(createPlan, { name: 'Other', amountKobo: 500_000, interval: 'monthly' })),
    ['payments'],
  )
  const { id: unused } = await plan({ name: 'Unused' })
  assert.deepEqual(await announced(() => call(setPlanActive, { id: unused, active: false })), ['payments'])
  assert.deepEqual(await announced(() => call(deletePlan, { id: unused })), ['payments'])
  assert.deepEqual(await announced(() => call(createPaymentLink, { name: 'Fabric' })), ['payments'])

  const dueOn = new Date(app.runtime.clock().getTime() + 7 * 864e5).toISOString().slice(0, 10)
  const bill = {
    customerName: 'Ada Obi',
    customerEmail: 'ada.obi@example.com',
    description: 'Lace',
    amountKobo: 500_000,
    dueOn,
  }
  const invoice = await call(createSimpleInvoice, bill)
  const { id } = invoice
  assert.deepEqual(await announced(() => call(sendInvoice, { id })), ['payments'])
  assert.deepEqual(await announced(() => call(cancelInvoice, { id })), ['payments'])

  const view = { list: 'transactions', name: 'Failed', query: 'status=failed' } as const
  assert.deepEqual(await announced(() => call(saveView, view)), ['account'])
})
