import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startPayment } from '@adire/contract/checkout.ts'
import {
  checkPaymentLinkName,
  createPaymentLink,
  deletePaymentLink,
  listPaymentLinks,
} from '@adire/contract/payment-links.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { createUser } from '../../testing/users.ts'

/** A test business and a live one. */
async function twoBusinesses(t: TestContext) {
  const app = await testApp(t)
  const ada = app.as(await createUser(app.runtime, 'Ada'))
  const bola = app.as(await createUser(app.runtime, 'Bola', 'LIVE'), 'LIVE')
  /** The business that the page of an address shows; undefined if there is no such page. */
  const pageOf = async (slug: string) => {
    const response = await fetch(`${app.url}/pay/page/${slug}`)
    return /Ada Stores|Bola Stores/.exec(await response.text())?.[0]
  }
  return { app, ada, bola, pageOf }
}

test('of two businesses that ask for one address at the same time, one gets it', async (t) => {
  const { ada, bola, pageOf } = await twoBusinesses(t)
  await Promise.allSettled([ada.call(listPaymentLinks, {}), bola.call(listPaymentLinks, {})])
  for (const name of ['Market day', 'Aso oke', 'Lace', 'Ankara', 'Adire', 'Gele']) {
    const results = await Promise.allSettled(
      [ada, bola].map(({ call }) => call(createPaymentLink, { name, amountKobo: 100_000 })),
    )
    const [won, lost] = results.toSorted((one, other) => other.status.localeCompare(one.status)).reverse()
    assert.ok(won?.status === 'fulfilled' && lost?.status === 'rejected')
    assert.ok(errorWith(409, 'name_taken', 'name')(lost.reason))
    const isLive = results[1]!.status === 'fulfilled'
    assert.equal(await pageOf(won.value.slug), isLive ? 'Bola Stores' : 'Ada Stores')
    const loser = isLive ? ada : bola
    await assert.rejects(loser.call(checkPaymentLinkName, { name }), errorWith(409, 'name_taken'))
  }
  const links = await Promise.all([ada, bola].map(({ call }) => call(listPaymentLinks, {})))
  assert.equal(links[0]!.content.length + links[1]!.content.length, 6)
})

test('an address that a business gave up leads to the business that took it over', async (t) => {
  const { app, ada, bola, pageOf } = await twoBusinesses(t)
  const { id, slug } = await ada.call(createPaymentLink, { name: 'Market day', amountKobo: 100_000 })
  assert.equal(await pageOf(slug), 'Ada Stores')
  await ada.call(deletePaymentLink, { id })
  assert.equal(await pageOf(slug), undefined)
  assert.equal((await bola.call(checkPaymentLinkName, { name: 'Market day' })).slug, slug)
  await bola.call(createPaymentLink, { name: 'Market day', amountKobo: 200_000 })
  assert.equal(await pageOf(slug), 'Bola Stores')
  const begun = { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  await assert.rejects(app.asNobody().call(startPayment, begun), errorWith(404, 'payment_page_closed'))
  await assert.rejects(ada.call(createPaymentLink, { name: 'Market day' }), errorWith(409, 'name_taken', 'name'))
})
