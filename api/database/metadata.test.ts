import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCharges } from '@adire/contract/charges.ts'
import { payByCard } from '@adire/contract/checkout.ts'
import { createCustomer, eraseCustomer, getCustomer, listCustomers, updateCustomer } from '@adire/contract/customers.ts'
import { listDisputes } from '@adire/contract/disputes.ts'
import {
  cancelInvoice,
  createSimpleInvoice,
  getInvoice,
  listInvoices,
  updateInvoice,
} from '@adire/contract/invoices.ts'
import {
  createPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
  updatePaymentLink,
} from '@adire/contract/payment-links.ts'
import { createPlan, listPlans, updatePlan } from '@adire/contract/plans.ts'
import { getRefund, listRefunds, requestRefund } from '@adire/contract/refunds.ts'
import { lagosDay } from '../lagos.ts'
import { chargeFixture, testCard } from '../testing/charge-fixture.ts'
import { errorWith } from '../testing/error-with.ts'
import { collectEvents } from '../testing/received-events.ts'

const metadata = { orderId: 1042, shop: 'Yaba', gift: true }

test('metadata of each kind of object is stored, kept by other changes, replaced, sent in events and searched', async (t) => {
  const { app, user, callAsServer } = await chargeFixture(t)
  const receivedEvents = await collectEvents(t, app, user)
  const email = 'ada@example.com'
  const customer = await callAsServer(createCustomer, { email, firstName: 'Ada', metadata })
  await callAsServer(createCustomer, { email: 'bola@example.com' })
  assert.deepEqual((await callAsServer(updateCustomer, { id: customer.id, firstName: 'Ade' })).metadata, metadata)
  const invoice = await callAsServer(createSimpleInvoice, {
    ...{ customerEmail: email, description: 'Fitting', amountKobo: 100_000, dueOn: lagosDay(new Date()), metadata },
  })
  const { lines, dueOn } = invoice
  await callAsServer(updateInvoice, { id: invoice.id, customerEmail: email, lines, dueOn, note: 'Thank you' })
  const plan = await callAsServer(createPlan, { name: 'Gold', amountKobo: 100_000, interval: 'monthly', metadata })
  await callAsServer(updatePlan, { id: plan.id, name: 'Golden', amountKobo: 100_000 })
  const link = await callAsServer(createPaymentLink, { name: `Lace ${user.merchantId}`, metadata })
  await callAsServer(updatePaymentLink, { id: link.id, name: 'Lace' })
  await callAsServer(createPaymentLink, {
    name: `Gold ${user.merchantId}`,
    planId: plan.id,
    metadata: { orderId: '1042' },
  })

  const lists = [listCustomers, listInvoices, listPlans, listPaymentLinks, listPlanPaymentLinks]
  for (const list of lists) {
    const count = async (search: Record<string, string>) =>
      (await callAsServer(list, { metadata: search })).totalElements
    assert.equal(await count({ orderId: '1042' }), 1, `${list.path}: 1042 finds the number and the text`)
    assert.equal(await count({ orderId: '104' }), 0)
    assert.equal(await count({ shop: 'Yaba', orderId: '7' }), 0, 'all keys must match')
  }
  assert.equal((await callAsServer(listCustomers, { metadata: { gift: 'true', shop: 'Yaba' } })).totalElements, 1)
  assert.equal((await callAsServer(listCustomers, {})).totalElements, 2)
  for (const [search, field] of [
    [{ 'a b': 'x' }, 'metadata.a b'],
    [{ a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' }, 'metadata'],
  ] as const)
    await assert.rejects(callAsServer(listPlans, { metadata: search }), errorWith(400, 'validation_error', field))

  const events = await receivedEvents()
  const sent = (type: string) => events.find((event) => event.type === type)!.data.metadata
  for (const type of ['customer.created', 'invoice.created', 'plan.created']) assert.deepEqual(sent(type), metadata)
  const changed = await callAsServer(updateCustomer, { id: customer.id, metadata: { tier: 2 } })
  assert.deepEqual(changed.metadata, { tier: 2 })
  assert.deepEqual(
    (await callAsServer(updatePlan, { id: plan.id, name: 'Gold', amountKobo: 100_000, metadata: {} })).metadata,
    {},
  )
  const other = app.as(await app.createUser('Bola')).call
  assert.equal((await other(listInvoices, { metadata: { orderId: '1042' } })).totalElements, 0, 'of another business')

  await callAsServer(cancelInvoice, { id: invoice.id })
  await app.as(user).call(eraseCustomer, { id: customer.id, email })
  assert.deepEqual((await callAsServer(getCustomer, { id: customer.id })).metadata, {})
  assert.deepEqual((await callAsServer(getInvoice, { id: invoice.id })).metadata, {})
})

test('a refund and a dispute tell reference and metadata of their charge, and a refund its own', async (t) => {
  const { app, user, callAsServer, order, payer, open } = await chargeFixture(t)
  const receivedEvents = await collectEvents(t, app, user)
  const { accessCode } = await open(await order({ metadata }))
  await payer.call(payByCard, { accessCode, ...testCard })
  assert.equal((await callAsServer(listCharges, { metadata: { orderId: '1042' } })).content[0]?.reference, 'order-1')
  const paid = (await callAsServer(listCharges, {})).content[0]!.payment!
  const asked = { id: paid.id, amountKobo: 100_000, reason: 'other' as const }
  const refund = await callAsServer(requestRefund, { ...asked, metadata: { return: 7 } })
  const ofCharge = { chargeReference: 'order-1', chargeMetadata: metadata }
  const fieldsOf = ({ chargeReference, chargeMetadata }: Record<string, unknown>) => ({
    chargeReference,
    chargeMetadata,
  })
  assert.deepEqual([fieldsOf(refund), refund.metadata], [ofCharge, { return: 7 }])
  assert.deepEqual(await callAsServer(getRefund, { id: refund.id }), refund)
  assert.deepEqual((await callAsServer(listRefunds, { metadata: { return: '7' } })).content.map(fieldsOf), [ofCharge])
  assert.equal((await callAsServer(listRefunds, { metadata: { return: '8' } })).totalElements, 0)

  const disputed = await open(await order({ reference: 'order-2', metadata: { orderId: 2 } }))
  const disputedCard = { ...testCard, number: '4000000000000259', cvv: '123' }
  await payer.call(payByCard, { accessCode: disputed.accessCode, ...disputedCard })
  await app.drain()
  app.forward(60_000)
  const events = await receivedEvents()
  const sent = (type: string) => events.filter((event) => event.type === type).map(({ data }) => fieldsOf(data))
  assert.deepEqual(sent('refund.processed'), [ofCharge])
  const second = { chargeReference: 'order-2', chargeMetadata: { orderId: 2 } }
  assert.deepEqual(sent('dispute.created'), [second])
  assert.deepEqual((await callAsServer(listDisputes, {})).content.map(fieldsOf), [second])
})
