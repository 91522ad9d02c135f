import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { CallError } from '@adire/contract/call.ts'
import { getCheckoutPage } from '@adire/contract/checkout.ts'
import { createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { getMerchant, listMerchants, removeLogo, updateMerchant, uploadLogo } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { files } from '../../files/tables.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { confirmSessions } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { auditEvents } from '../audit/tables.ts'
import { openLive } from '../onboarding/open-live.ts'
import { merchants } from './tables.ts'

async function business(t: TestContext) {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  await confirmSessions(api, owner)
  return { api, owner, ...api.as(owner) }
}

const profile = {
  businessName: 'Tola Atelier',
  merchantCategoryId: 1,
  businessDescription: 'Made to measure',
  businessEmail: 'hello@tola.example',
  businessPhone: '08031234567',
  supportEmail: 'help@tola.example',
  chargebackEmail: 'money@tola.example',
  stateId: 25,
  city: 'Ikeja',
  postalCode: '100271',
  streetAddress: '12 Allen Avenue',
}

test('the registration number and tax ID of a business are on its invoices', async (t) => {
  const { api, call } = await business(t)
  const saved = await call(updateMerchant, { ...profile, registrationNumber: 'bn 12345', taxId: '12345678-0001' })
  assert.deepEqual([saved.registrationNumber, saved.taxId], ['BN 12345', '12345678-0001'])
  const { id } = await call(createSimpleInvoice, {
    customerEmail: 'ada@example.com',
    description: 'Lace',
    amountKobo: 100_000,
    dueOn: '2050-01-01',
  })
  const slug = (await call(sendInvoice, { id })).url.split('/').at(-1)!
  const { invoice } = await api.asNobody().call(getCheckoutPage, { slug })
  assert.equal(invoice!.business.registration, 'BN 12345, TIN 12345678-0001')
  assert.equal(
    (await call(updateMerchant, { ...profile, registrationNumber: '1234567' })).registrationNumber,
    'RC 1234567',
  )
  for (const wrong of [{ registrationNumber: 'XY 1234567' }, { taxId: '123' }])
    await assert.rejects(call(updateMerchant, { ...profile, ...wrong }), errorWith(400, 'validation_error'))
})

test('a business changes its profile, and the change is in the audit log [S3-01] [S7.2-03]', async (t) => {
  const { api, call, owner } = await business(t)
  const before = await call(getMerchant, {})
  assert.equal(before.location.currencyCode, 'NGN')
  const after = await call(updateMerchant, profile)
  const { merchantCategoryId, stateId, city, postalCode, streetAddress, ...expected } = profile
  assert.deepEqual(after, {
    ...before,
    ...expected,
    merchantCategory: after.merchantCategory,
    location: { ...before.location, stateId, city, postalCode, streetAddress },
  })
  assert.equal(after.merchantCategory!.id, merchantCategoryId)
  assert.deepEqual(await call(getMerchant, {}), after)
  await call(updateMerchant, profile)
  const written = await api.runtime.database.read((tx) =>
    tx.select().from(auditEvents).where(eq(auditEvents.action, 'merchant.updated')),
  )
  assert.equal(written.length, 1)
  assert.deepEqual(
    [written[0]!.actorName, written[0]!.before!.businessName, written[0]!.after!.businessName],
    [owner.email, 'tola Stores', 'Tola Atelier'],
  )
})

test('the brand colour of a business is on its pages, in both themes, and only a colour is accepted', async (t) => {
  const { api, call } = await business(t)
  for (const brandColor of ['red', '#fff', '#7A1FA2;', '7A1FA2', '#7A1FAG', ''])
    await assert.rejects(
      call(updateMerchant, { ...profile, brandColor }),
      errorWith(400, 'validation_error', 'brandColor'),
      brandColor,
    )
  const link = await call(createPaymentLink, { name: 'Lace', amountKobo: 100_000 })
  const page = async () => (await fetch(`${api.url}/pay/page/${link.slug}`)).text()
  assert.doesNotMatch(await page(), /\/brand\//)
  assert.equal((await call(updateMerchant, { ...profile, brandColor: '#7a1fa2' })).brandColor, '#7A1FA2')
  assert.equal((await api.asNobody().call(getCheckoutPage, { slug: link.slug })).brandColor, '#7A1FA2')
  const path = /href="(\/brand\/[^"]+)"/.exec(await page())![1]!
  const style = await fetch(api.url + path)
  assert.deepEqual([path, style.headers.get('content-type')], ['/brand/7a1fa2.css', 'text/css; charset=utf-8'])
  assert.match(style.headers.get('cache-control')!, /immutable/)
  assert.match(
    await style.text(),
    /^:root\{--brand:#7A1FA2;.*--on-brand:#FFFFFF.*\n@media \(prefers-color-scheme:dark\)/,
  )
  for (const wrong of ['red', '7a1fa', '7A1FA2', '7a1fa2%7D'])
    assert.equal((await fetch(`${api.url}/brand/${wrong}.css`)).status, 404, wrong)
  const { id } = await call(createSimpleInvoice, {
    customerEmail: 'ada@example.com',
    description: 'Lace',
    amountKobo: 100_000,
    dueOn: '2050-01-01',
  })
  const { url } = await call(sendInvoice, { id })
  assert.match(await (await fetch(api.url + new URL(url).pathname)).text(), /<rect[^>]* fill="#7A1FA2"/)
  const pdf = await fetch(`${api.url}${new URL(url).pathname}/pdf`)
  assert.equal(pdf.status, 200)
  assert.equal((await call(updateMerchant, profile)).brandColor, null)
  assert.doesNotMatch(await page(), /\/brand\//)
})

test('the postal code of a business is optional and has six digits [S3-01]', async (t) => {
  const { call } = await business(t)
  for (const postalCode of ['10027', '1002711', '10027a', '', '100 271'])
    await assert.rejects(
      call(updateMerchant, { ...profile, postalCode }),
      errorWith(400, 'validation_error', 'postalCode'),
      postalCode,
    )
  assert.equal((await call(updateMerchant, profile)).location.postalCode, '100271')
  assert.equal((await call(updateMerchant, { ...profile, postalCode: undefined })).location.postalCode, null)
})

test('an invalid profile is rejected field by field, with the specified messages [S5-09]', async (t) => {
  const { api, call, merchantId } = await business(t)
  for (const field of ['businessEmail', 'supportEmail', 'chargebackEmail'])
    await assert.rejects(call(updateMerchant, { ...profile, [field]: 'tola@' }), (error: CallError) => {
      assert.equal(error.message, messages.businessEmail)
      return errorWith(400, 'validation_error', field)(error)
    })
  await assert.rejects(call(updateMerchant, { ...profile, businessPhone: '+2348031234567' }), {
    message: messages.digitsOnly,
  })
  const state = errorWith(422, 'validation_error', 'stateId')
  await assert.rejects(call(updateMerchant, { ...profile, stateId: 9_999 }), state)
  await assert.rejects(call(updateMerchant, { ...profile, stateId: undefined }), state)
  const category = errorWith(422, 'validation_error', 'merchantCategoryId')
  await assert.rejects(call(updateMerchant, { ...profile, merchantCategoryId: 9_999 }), category)
  const ghana = 288
  await api.runtime.database.write((tx) =>
    tx.update(merchants).set({ countryId: ghana }).where(eq(merchants.id, merchantId)),
  )
  await assert.rejects(call(updateMerchant, profile), state)
  assert.equal((await call(updateMerchant, { ...profile, stateId: undefined })).location.stateId, null)
})

const drawn = (width = 400, height = 300) => sharp({ create: { width, height, channels: 3, background: '#2450d8' } })
const blob = (content: Uint8Array | string, name = 'logo.png') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name)

test('a logo is stored as a new image only: cropped, encoded again, without other data of its file', async (t) => {
  const { api, call } = await business(t)
  const exif = await drawn(600, 600)
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .jpeg()
    .toBuffer()
  assert.ok(exif.includes('SECRET-OWNER'))
  const polyglot = Buffer.concat([exif, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
  const { logoUrl } = await call(uploadLogo, { logo: blob(polyglot, '../../etc/logo.jpg') })
  const path = new URL(logoUrl!).pathname
  assert.match(path, /^\/logos\/[0-9a-f-]{36}\.webp$/)
  const response = await fetch(api.url + path)
  assert.equal(response.status, 200)
  const served = Buffer.from(await response.arrayBuffer())
  const { width, height, format, exif: servedExif } = await sharp(served).metadata()
  assert.deepEqual([width, height, format, servedExif], [350, 270, 'webp', undefined])
  for (const trace of ['SECRET-OWNER', '<script>', 'PK\u0003\u0004']) assert.ok(!served.includes(trace), trace)
  const header = (name: string) => response.headers.get(name)
  assert.equal(header('content-type'), 'image/webp')
  assert.match(header('cache-control')!, /immutable/)
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.match(header('content-security-policy')!, /default-src 'none'/)
})

test('a new logo replaces the old one and its file is deleted; a removed logo leaves no file', async (t) => {
  const { api, call, owner } = await business(t)
  const link = await call(createPaymentLink, { name: 'Seen by payers' })
  const png = await drawn().png().toBuffer()
  const first = (await call(uploadLogo, { logo: blob(png) })).logoUrl!
  const second = (await call(uploadLogo, { logo: blob(await drawn().webp().toBuffer(), 'x.webp') })).logoUrl!
  assert.notEqual(first, second)
  const status = async (url: string) => (await fetch(api.url + new URL(url).pathname)).status
  assert.deepEqual([await status(first), await status(second)], [404, 200])
  const list = await call(listMerchants, { userEmail: owner.email })
  assert.equal(list.content[0]!.logoUrl, second)
  assert.equal((await api.asNobody().call(getCheckoutPage, { slug: link.slug })).logoUrl, second)

  const remove = () => call(removeLogo, {})
  await sendWhileLocked(api, `select from merchants where id = '${owner.merchantId}' for update`, [remove, remove])
  await remove()
  assert.equal(await status(second), 404)
  assert.equal((await call(getMerchant, {})).logoUrl, null)
  assert.equal((await api.runtime.database.read((tx) => tx.select().from(files))).length, 0)
  await api.drain()
  const storedFiles = await readdir(join(api.runtime.config.dataDir, 'files'), { recursive: true })
  assert.deepEqual(
    storedFiles.filter((name) => name.length > 30),
    [],
  )
  const written = await api.runtime.database.read((tx) =>
    tx.select().from(auditEvents).orderBy(auditEvents.createdAt, auditEvents.id),
  )
  assert.deepEqual(
    written.map(({ action }) => action).filter((action) => action.startsWith('logo')),
    ['logo.updated', 'logo.updated', 'logo.removed'],
  )
})

test('a logo shared with the live business is kept until neither uses it', async (t) => {
  const { api, call, merchantId } = await business(t)
  const png = await drawn().png().toBuffer()
  const first = (await call(uploadLogo, { logo: blob(png) })).logoUrl!
  const liveId = await api.runtime.database.write((tx) => openLive(tx, merchantId, new Date()))
  const live = api.as({ ...(await api.createUser('other')), merchantId: liveId }, 'LIVE')
  await assert.rejects(live.call(removeLogo, {}), { status: 404 })
  await call(uploadLogo, { logo: blob(png) })
  assert.equal((await fetch(api.url + new URL(first).pathname)).status, 200)
})

test('a logo that both modes remove at the same moment leaves no file', async (t) => {
  const { api, call, owner } = await business(t)
  await call(uploadLogo, { logo: blob(await drawn().png().toBuffer()) })
  const merchantId = await api.runtime.database.write((tx) => openLive(tx, owner.merchantId, new Date()))
  const live = api.as({ ...owner, merchantId }, 'LIVE')
  const removed = await sendWhileLocked(api, 'lock table audit_events in share mode', [
    () => call(removeLogo, {}),
    () => live.call(removeLogo, {}),
  ])
  assert.ok(removed.every(({ status }) => status === 'fulfilled'))
  assert.equal(await api.runtime.database.read((tx) => tx.$count(files)), 0)
})

test('a file that is no image or too large, and an image with too many pixels, are rejected', async (t) => {
  const { call } = await business(t)
  const none = errorWith(422, 'not_a_picture', 'logo')
  const png = await drawn().png().toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const content of [svg, '%PDF-1.7', 'GIF89a', '', png.subarray(0, 60), 'RIFF\0\0\0\0WEBPVP8 '])
    await assert.rejects(call(uploadLogo, { logo: blob(content) }), none)
  const large = Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)])
  await assert.rejects(call(uploadLogo, { logo: blob(large) }), errorWith(413, 'file_too_large', 'logo'))
  // 20,000 by 20,000 pixels of one colour: a few hundred KB that decompress to 1.2 GB.
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(20_000, 16)
  bomb.writeUInt32BE(20_000, 20)
  await assert.rejects(call(uploadLogo, { logo: blob(bomb) }), none)
  assert.equal((await call(getMerchant, {})).logoUrl, null)
})

test('only logos are public', async (t) => {
  const { api, merchantId } = await business(t)
  const id = crypto.randomUUID()
  await api.runtime.files.put(id, Buffer.from('a passport'))
  await api.runtime.database.write((tx) =>
    tx.insert(files).values({
      id,
      merchantId,
      purpose: 'kyc',
      name: 'passport.png',
      contentType: 'image/png',
      bytes: 10,
      createdAt: new Date(),
    }),
  )
  for (const name of [`${id}.webp`, id, `${crypto.randomUUID()}.webp`, '..%2F..%2Fsealing-key', 'x.webp'])
    assert.equal((await fetch(`${api.url}/logos/${name}`)).status, 404, name)
})
