import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallError } from '@adire/contract/call.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { messages } from '@adire/contract/messages.ts'
import {
  checkPaymentLinkName,
  createPaymentLink,
  deletePaymentLink,
  getPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
  publishPaymentLink,
  updatePaymentLink,
} from '@adire/contract/payment-links.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { toSlug } from './create.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }

async function business(t: TestContext) {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  const pay = async (slug: string, email: string) => {
    const checkoutId = crypto.randomUUID()
    const { accessCode } = await app.asNobody().call(startPayment, { slug, checkoutId, email })
    await app.asNobody().call(payByCard, { accessCode, ...card })
  }
  return { app, call, pay }
}

test('a new link is published at once, under an address generated from its name [S7.5-03]', async (t) => {
  const { call, app } = await business(t)
  const link = await call(createPaymentLink, { name: '  Ẹ̀bùn & Aso-Ebi ', description: 'For the day' })
  assert.deepEqual([link.slug, link.published, link.status, link.amountKobo], ['ebun-aso-ebi', true, 'active', null])
  assert.equal(link.url, `${app.runtime.config.publicUrl}/pay/page/ebun-aso-ebi`)
  assert.equal(link.feeBearer, 'merchant')
  assert.deepEqual(await call(getPaymentLink, { id: link.id }), link)
  assert.equal((await call(listPlanPaymentLinks, {})).totalElements, 0)
})

test('a name is available until any business uses it, in any case [S4-08]', async (t) => {
  const { call, app } = await business(t)
  assert.deepEqual(await call(checkPaymentLinkName, { name: 'Market Day' }), { available: true, slug: 'market-day' })
  await call(createPaymentLink, { name: 'Market Day' })
  const other = app.as(await app.createUser('bola'))
  const taken = errorWith(409, 'name_taken', 'name')
  await assert.rejects(other.call(checkPaymentLinkName, { name: 'MARKET  day!' }), taken)
  await assert.rejects(other.call(createPaymentLink, { name: 'market-day' }), taken)
  await assert.rejects(call(checkPaymentLinkName, { name: '日本語' }), errorWith(422, 'validation_error', 'name'))
  const short = errorWith(400, 'validation_error', 'name')
  await assert.rejects(call(checkPaymentLinkName, { name: 'ab' }), short)
  const many = await Promise.allSettled(Array.from({ length: 5 }, () => call(createPaymentLink, { name: 'Same Name' })))
  assert.equal(many.filter((one) => one.status === 'fulfilled').length, 1)
})

test('the publish switch toggles published, both ways, and the link shows it when loaded again [S4-07]', async (t) => {
  const { call } = await business(t)
  const { id } = await call(createPaymentLink, { name: 'Switch me' })
  for (const published of [false, true, true]) {
    assert.equal((await call(publishPaymentLink, { id, published })).published, published)
    const link = await call(getPaymentLink, { id })
    assert.deepEqual([link.published, link.status], [published, published ? 'active' : 'inactive'])
  }
})

test('an edit changes name, amount and description, and keeps the address', async (t) => {
  const { call } = await business(t)
  const { id, slug } = await call(createPaymentLink, { name: 'First name', amountKobo: 100_000, feeBearer: 'customer' })
  const edited = await call(updatePaymentLink, { id, name: 'Second name', description: 'New' })
  assert.deepEqual(
    [edited.slug, edited.name, edited.amountKobo, edited.description, edited.feeBearer],
    [slug, 'Second name', null, 'New', 'customer'],
  )
  const little = call(updatePaymentLink, { id, name: 'Second name', amountKobo: 1 })
  await assert.rejects(little, (error) => {
    assert.ok(error instanceof CallError)
    assert.equal(error.fields[0]?.message, messages.amountAtLeast(100))
    return true
  })
})

test('the stats of a link are the same before and after the roll-up, and its payments stay when it is deleted', async (t) => {
  const { app, call, pay } = await business(t)
  const link = await call(createPaymentLink, { name: 'Counted', amountKobo: 500_000 })
  const unused = await call(createPaymentLink, { name: 'Unused' })
  await pay(link.slug, 'ada@example.com')
  const brought = async () => {
    const { payments, collectedKobo } = await call(getPaymentLink, { id: link.id })
    return [payments, collectedKobo]
  }
  assert.deepEqual(await brought(), [1, 500_000])
  await runNow(app.runtime, 'roll-up-payment-stats')
  assert.deepEqual(await brought(), [1, 500_000])
  await pay(link.slug, 'bola@example.com')
  assert.deepEqual(await brought(), [2, 1_000_000])
  assert.deepEqual(
    (await call(listPaymentLinks, {})).content.map((one) => [one.name, one.payments]),
    [
      ['Unused', 0],
      ['Counted', 2],
    ],
  )
  const gone = errorWith(404, 'payment_link_not_found')
  for (const { id } of [link, unused]) {
    await call(deletePaymentLink, { id })
    await assert.rejects(call(getPaymentLink, { id }), gone)
    await assert.rejects(call(publishPaymentLink, { id, published: true }), gone)
    await assert.rejects(call(updatePaymentLink, { id, name: 'Back again' }), gone)
    await assert.rejects(call(deletePaymentLink, { id }), gone)
  }
  await assert.rejects(call(createPaymentLink, { name: 'Counted' }), errorWith(409, 'name_taken', 'name'))
  assert.equal((await call(createPaymentLink, { name: 'Unused' })).slug, 'unused')
})

test('the list is paginated by cursor and by offset, and the search matches any part of a name', async (t) => {
  const { call } = await business(t)
  for (let i = 1; i <= 7; i++) await call(createPaymentLink, { name: `Class ${i} 100%` })
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await call(listPaymentLinks, { limit: 3, cursor })
    names.push(...page.content.map((link) => link.name))
    assert.equal(page.totalElements, 7)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.deepEqual(
    names,
    [7, 6, 5, 4, 3, 2, 1].map((i) => `Class ${i} 100%`),
  )
  const second = await call(listPaymentLinks, { limit: 3, offset: 3 })
  assert.deepEqual(
    second.content.map((link) => link.name),
    names.slice(3, 6),
  )
  assert.equal((await call(listPaymentLinks, { search: 'ss 4' })).totalElements, 1)
  assert.equal((await call(listPaymentLinks, { search: '0%' })).totalElements, 7)
  assert.equal((await call(listPaymentLinks, { search: '_' })).totalElements, 0)
  assert.deepEqual((await call(listPaymentLinks, { offset: 50 })).content, [])
  await assert.rejects(call(listPaymentLinks, { cursor: 'abc' }), errorWith(422, 'validation_error', 'cursor'))
})

test('a link address has only lower-case letters, digits and single dashes', () => {
  assert.equal(toSlug('Café —  Déjà vu!!'), 'cafe-deja-vu')
  assert.equal(toSlug('--A--'), 'a')
})
