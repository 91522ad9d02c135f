import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { getCheckoutPage, startPayment } from '@adire/contract/checkout.ts'
import {
  createPaymentLink,
  deletePaymentLink,
  getPaymentLink,
  listPaymentLinks,
  publishPaymentLink,
  removePaymentLinkPicture,
  updatePaymentLink,
  uploadPaymentLinkPicture,
} from '@adire/contract/payment-links.ts'
import sharp from 'sharp'
import { files } from '../../files/tables.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'

const drawn = (background = '#2450d8') => sharp({ create: { width: 900, height: 900, channels: 3, background } })
const jpeg = async (colour?: string) => new File([new Uint8Array(await drawn(colour).jpeg().toBuffer())], 'photo.jpg')

async function linkWithPicture(t: TestContext) {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  const link = await call(createPaymentLink, { name: 'Ankara two-piece', amountKobo: 500_000 })
  const { pictureUrl } = await call(uploadPaymentLinkPicture, { id: link.id, picture: await jpeg() })
  const status = async (url: string) => (await fetch(app.url + new URL(url).pathname)).status
  const html = async () => (await fetch(`${app.url}/pay/page/${link.slug}`)).text()
  const countFiles = async () => {
    await app.drain()
    const rows = await app.runtime.database.read((tx) => tx.select().from(files))
    const stored = await readdir(join(app.runtime.config.dataDir, 'files'), { recursive: true })
    return [rows.length, stored.filter((name) => name.length > 30).length]
  }
  return { app, call, link, pictureUrl: pictureUrl!, status, html, countFiles }
}

test('a picture of a link is cropped to 3:2 and shown on its page with its alternative text', async (t) => {
  const { app, call, link, pictureUrl, html } = await linkWithPicture(t)
  assert.match(new URL(pictureUrl).pathname, /^\/pictures\/[0-9a-f-]{36}\.webp$/)
  const response = await fetch(app.url + new URL(pictureUrl).pathname)
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  assert.deepEqual([width, height, format], [1200, 800, 'webp'])
  const image = `<img src="${pictureUrl}" alt="Ankara two-piece" width="600" height="400"/>`
  assert.ok((await html()).includes(`<div class="framed"><aside class="contents">${image}</aside><div id="checkout"`))

  const described = { id: link.id, name: link.name, amountKobo: 500_000, pictureAltText: 'Blue "adire" <cotton>' }
  assert.equal((await call(updatePaymentLink, described)).pictureAltText, described.pictureAltText)
  assert.ok((await html()).includes('alt="Blue &quot;adire&quot; &lt;cotton&gt;"'))
  const page = await app.asNobody().call(getCheckoutPage, { slug: link.slug })
  assert.deepEqual(page.picture, { url: pictureUrl, altText: described.pictureAltText })
  const [listed] = (await call(listPaymentLinks, {})).content
  assert.equal(listed!.pictureUrl, pictureUrl)
})

test('a replaced or removed picture, and that of a deleted or archived link, leaves no file', async (t) => {
  const { app, call, link, pictureUrl, status, html, countFiles } = await linkWithPicture(t)
  const { id } = link
  const [second, third] = await Promise.all([
    call(uploadPaymentLinkPicture, { id, picture: await jpeg('#aa0000') }),
    call(uploadPaymentLinkPicture, { id, picture: await jpeg('#00aa00') }),
  ])
  const { pictureUrl: kept } = await call(getPaymentLink, { id })
  assert.ok([second.pictureUrl, third.pictureUrl].includes(kept))
  assert.deepEqual([await status(pictureUrl), await status(kept!), await countFiles()], [404, 200, [1, 1]])

  for (const _again of [1, 2]) assert.equal((await call(removePaymentLinkPicture, { id })).pictureUrl, null)
  assert.deepEqual(await countFiles(), [0, 0])
  assert.ok(!(await html()).includes('<aside class="contents">'))

  await call(uploadPaymentLinkPicture, { id, picture: await jpeg() })
  const other = await call(createPaymentLink, { name: 'Other link', amountKobo: 500_000 })
  await call(uploadPaymentLinkPicture, { id: other.id, picture: await jpeg() })
  const begun = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  await app.asNobody().call(startPayment, begun)
  await call(deletePaymentLink, { id })
  await call(deletePaymentLink, { id: other.id })
  assert.deepEqual(await countFiles(), [0, 0])
  const { content } = await call(listAuditEvents, { limit: 100 })
  const actions = content.map(({ action }) => action).filter((action) => action.startsWith('payment_link.picture'))
  assert.equal(actions.filter((action) => action === 'payment_link.picture_removed').length, 1)
  assert.equal(actions.length, 6)
})

test('a picture belongs to a link of the business in this mode, is a picture, and is not too large', async (t) => {
  const { app, call, link, countFiles } = await linkWithPicture(t)
  const stranger = app.as(await app.createUser('stranger')).call
  const unknown = errorWith(404, 'payment_link_not_found')
  const picture = await jpeg()
  await assert.rejects(stranger(uploadPaymentLinkPicture, { id: link.id, picture }), unknown)
  await assert.rejects(stranger(removePaymentLinkPicture, { id: link.id }), unknown)
  await assert.rejects(call(uploadPaymentLinkPicture, { id: crypto.randomUUID(), picture }), unknown)
  const wrong = errorWith(422, 'not_a_picture', 'picture')
  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', ''])
    await assert.rejects(call(uploadPaymentLinkPicture, { id: link.id, picture: new File([content], 'x.png') }), wrong)
  const large = new File([picture, new Uint8Array(5 * 1024 * 1024)], 'large.jpg')
  await assert.rejects(
    call(uploadPaymentLinkPicture, { id: link.id, picture: large }),
    errorWith(413, 'file_too_large'),
  )
  assert.deepEqual(await countFiles(), [1, 1])
})

test('a picture that is removed while it is read is not found; one that the store has lost is an error', async (t) => {
  const { app, call, link, pictureUrl, status } = await linkWithPicture(t)
  const { files: store } = app.runtime
  const get = store.get.bind(store)
  const outsideRequest = AsyncLocalStorage.snapshot()
  const mocked = t.mock.method(store, 'get', async (fileId: string) => {
    mocked.mock.restore()
    await call(removePaymentLinkPicture, { id: link.id })
    await outsideRequest(app.drain)
    return get(fileId)
  })
  assert.equal(await status(pictureUrl), 404)

  const lost = (await call(uploadPaymentLinkPicture, { id: link.id, picture: await jpeg() })).pictureUrl!
  await store.remove(lost.slice(-41, -5))
  assert.equal(await status(lost), 500)
})

test('an unpublished page shows no picture', async (t) => {
  const { app, call, link, html } = await linkWithPicture(t)
  await call(publishPaymentLink, { id: link.id, published: false })
  assert.ok(!(await html()).includes('/pictures/'))
  await assert.rejects(app.asNobody().call(getCheckoutPage, { slug: link.slug }), { status: 404 })
})
