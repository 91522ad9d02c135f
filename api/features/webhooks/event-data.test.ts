import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard } from '@adire/contract/checkout.ts'
import { getCustomer } from '@adire/contract/customers.ts'
import { webhookData } from '@adire/contract/webhook-data-schemas.ts'
import { type WebhookEventType, webhookEvents } from '@adire/contract/webhook-events.ts'
import * as z from 'zod/mini'
import { checkoutFixture } from '../../testing/checkout.ts'
import { card, invoiceFixture } from '../../testing/invoice-fixture.ts'
import { collectEvents } from '../../testing/received-events.ts'

test('the data of an event has the documented fields and no others', async (t) => {
  const { app, user, sent, pay } = await invoiceFixture(t)
  const receivedEvents = await collectEvents(t, app, user)
  await pay(await sent())
  const events = await receivedEvents()
  const types = events.map(({ type }) => type).sort()
  assert.deepEqual(types, ['charge.success', 'customer.created', 'invoice.created', 'invoice.paid', 'invoice.sent'])
  for (const { type, data } of events) {
    const schema = webhookData[webhookEvents[type as WebhookEventType].object]
    assert.deepEqual(data, z.parse(schema, data), type)
  }
})

test('a customer who is new with a payment is created without it: neither number, amount nor time', async (t) => {
  const { app, user, merchant, payer, accessCode, detail } = await checkoutFixture(t)
  const receivedEvents = await collectEvents(t, app, user)
  await payer.call(payByCard, { accessCode, ...card })
  const { data } = (await receivedEvents()).find(({ type }) => type === 'customer.created')!
  assert.deepEqual([data.payments, data.paidKobo, data.lastPaidAt], [0, 0, null])
  const { payments, paidKobo, firstPaidAt, lastPaidAt } = await merchant.call(getCustomer, { id: String(data.id) })
  const { paidAt } = await detail()
  assert.deepEqual([payments, paidKobo, firstPaidAt, lastPaidAt], [1, 500_000, paidAt, paidAt])
})
