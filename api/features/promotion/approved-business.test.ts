import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { listMerchantsByUser } from '@adire/contract/merchants.ts'
import { requestGoLive } from '@adire/contract/onboarding.ts'
import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { getPromotion, promoteObjects } from '@adire/contract/promotion.ts'
import type { PromotionItem } from '@adire/contract/promotion-schemas.ts'
import { openPaystackSimulator } from '../../../testing/paystack/simulator.ts'
import { testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import { errorWith } from '../../testing/error-with.ts'
import { noLimit, secretKey } from '../../testing/live-fixture.ts'
import { registerNewcomer, submitAll } from '../../testing/onboarding.ts'
import { runOperator } from '../../testing/operator.ts'
import { confirmSessions } from '../../testing/users.ts'

const choose = ({ kind, testId, version }: PromotionItem) => ({ kind, testId, version })

test('a business that was approved copies its links, and the copy takes real payments; the original does not', async (t) => {
  const paystack = await openPaystackSimulator({ port: 0, secretKeys: { test: 'sk_test_x', live: secretKey } })
  atEnd(t, () => paystack.close())
  const settings = { PROCESSOR: 'paystack', PAYSTACK_URL: paystack.url, PAYSTACK_SECRET_KEY: secretKey, ...noLimit }
  const api = await testApp(t, settings)
  paystack.control.setEventsUrl({ url: `${api.url}/providers/paystack/events` })
  const owner = await registerNewcomer(api)
  const { call } = api.as(owner)
  await submitAll(api, owner)
  await api.drain()
  const plan = await call(createPlan, { name: 'Gold', amountKobo: 500_000, interval: 'monthly' })
  await call(createPaymentLink, { name: 'Gold page', planId: plan.id })
  const lace = await call(createPaymentLink, { name: 'Lace', amountKobo: 500_000 })
  // Not approved yet: there is no live business.
  await assert.rejects(api.as(owner, 'LIVE').call(getPromotion, {}), errorWith(404, 'business_not_found'))
  await call(requestGoLive, {} as never)
  const code = (await call(listMerchantsByUser, { userEmail: owner.email })).content[0]!.merchantCode
  const approved = await runOperator(api, 'live', 'approve', code, '--with-sandbox-documents')
  assert.equal(approved.code, 0, approved.text)

  const [live] = (await api.as(owner, 'LIVE').call(listMerchantsByUser, { userEmail: owner.email })).content
  const { call: inLive } = api.as({ ...owner, merchantId: live!.id }, 'LIVE')
  await confirmSessions(api, owner)
  const { content } = await inLive(getPromotion, {})
  const find = (kind: string, name: string) => choose(content.find((one) => one.kind === kind && one.name === name)!)
  const page = find('payment_link', 'Gold page')
  const [tooEarly] = (await inLive(promoteObjects, { objects: [page] })).content
  assert.deepEqual([tooEarly!.outcome, tooEarly!.message], ['failed', 'Copy Gold first.'])
  const objects = [page, find('plan', 'Gold'), find('payment_link', 'Lace')]
  const copies = await Promise.all([inLive(promoteObjects, { objects }), inLive(promoteObjects, { objects })])
  assert.deepEqual(copies.flatMap((copy) => copy.content.map(({ outcome }) => outcome)).sort(), [
    ...Array(3).fill('added'),
    ...Array(3).fill('unchanged'),
  ])

  const [copied] = (await inLive(listPaymentLinks, { search: 'Lace' })).content
  const payer = api.asNobody('LIVE')
  const begun = { checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  await assert.rejects(payer.call(startPayment, { slug: lace.slug, ...begun }), errorWith(404, 'payment_page_closed'))
  const { accessCode, reference } = await payer.call(startPayment, { slug: copied!.slug, ...begun })
  await payer.call(openCardPage, { accessCode })
  await paystack.control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
  await api.drain()
  const paid = (await inLive(listPayments, {})).content
  assert.deepEqual(
    paid.map(({ status, amountKobo }) => [status, amountKobo]),
    [['success', 500_000]],
  )
  assert.equal((await call(listPayments, {})).totalElements, 0)
  assert.deepEqual(paystack.control.readViolations(), [])
})
