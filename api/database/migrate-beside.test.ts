import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPaymentLinkName, createPaymentLink } from '@adire/contract/payment-links.ts'
import { testApp } from '../testing/app.ts'
import { errorWith } from '../testing/error-with.ts'

test('links that a process of the version before adds and deletes have their addresses', async (t) => {
  const app = await testApp(t)
  const { database } = app.runtime
  const [ada, bola] = [app.as(await app.createUser('Ada')), app.as(await app.createUser('Bola'))]
  const readPage = async (slug: string) => (await fetch(`${app.url}/pay/page/${slug}`)).text()
  const change = (text: string, values: unknown[]) => database.write((tx) => tx.$client.query(text, values))
  const { id } = await ada.call(createPaymentLink, { name: 'Lace', amountKobo: 100_000 })
  await change(
    `insert into payment_links (merchant_id, slug, name, amount_kobo, fee_bearer, status, created_at)
     values ($1, 'market-day', 'Market day', 100000, 'merchant', 'active', now()) on conflict do nothing`,
    [ada.merchantId],
  )
  assert.match(await readPage('market-day'), /Ada Stores/)
  const taken = errorWith(409, 'name_taken', 'name')
  await assert.rejects(bola.call(checkPaymentLinkName, { name: 'Market day' }), taken)
  await assert.rejects(bola.call(createPaymentLink, { name: 'Market day' }), taken)
  await change('delete from payment_links where merchant_id = $1 and id = $2', [ada.merchantId, id])
  await bola.call(createPaymentLink, { name: 'Lace', amountKobo: 100_000 })
  assert.match(await readPage('lace'), /Bola Stores/)
})
