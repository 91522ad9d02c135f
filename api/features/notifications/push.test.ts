import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { payByCard } from '@adire/contract/checkout.ts'
import { disablePush, enablePush, getPush, pushDevices } from '@adire/contract/notifications.ts'
import { changeMemberRole, createRole } from '@adire/contract/team.ts'
import { logOut } from '@adire/contract/users.ts'
import { importJWK, jwtVerify } from 'jose'
import { openVault } from '../../files/vault.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { runJob } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { addMember, confirmSessions } from '../../testing/users.ts'
import { pushToDevices } from './push-delivery.ts'
import { derivePushKeys } from './push-keys.ts'
import { pushSubscriptions } from './tables.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2039 }

/** A browser: its keys, and how it decrypts a message (RFC 8188 and 8291). */
function openBrowser() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const subscription = { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { subscription, decrypt: (message: Buffer) => decryptMessage(message, keys, auth) }
}

function decryptMessage(message: Buffer, keys: ECDH, auth: Buffer): unknown {
  const salt = message.subarray(0, 16)
  const sender = message.subarray(21, 21 + message[20]!)
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, bytes))
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), auth, context, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const body = message.subarray(21 + sender.length)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
  const text = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()])
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
}

/** A business whose owner has enabled push notifications in a browser, and a payment that waits. */
async function pushFixture(t: TestContext) {
  const fixture = await checkoutFixture(t)
  const service = await openReceiver(t)
  const browser = openBrowser()
  await fixture.merchant.call(enablePush, { endpoint: service.url, ...browser.subscription })
  const pay = async () => {
    await fixture.payer.call(payByCard, { accessCode: fixture.accessCode, ...card })
    await fixture.app.drain()
  }
  const push = (path: string) =>
    fixture.app.runtime.database.write((tx) => {
      const realNow = fixture.app.runtime.clock()
      return pushToDevices({ tx, realNow } as never, fixture.user.merchantId, { title: 'NGN 1.00 received', path })
    })
  const devices = async () => (await fixture.merchant.call(getPush, {})).devices
  return { ...fixture, service, browser, pay, push, devices }
}

test('a payment is pushed to a device encrypted and signed, with amount and business only, marked as a test', async (t) => {
  const { service, browser, pay, detail, merchant, user } = await pushFixture(t)
  const { merchantId } = user
  await pay()
  assert.equal(service.received.length, 1)
  const { headers, bytes } = service.received[0]!
  const payload = browser.decrypt(bytes) as Record<string, string>
  const { id, customerEmail } = await detail()
  assert.deepEqual(Object.keys(payload), ['title', 'body', 'path'])
  assert.match(payload.title!, /^\[Test\] NGN.5,000\.00 received$/)
  const page = new URLSearchParams({ business: merchantId, mode: 'TEST', to: `/transactions/${id}` })
  assert.equal(payload.path, `/open?${page}`)
  assert.ok(!JSON.stringify(payload).includes(customerEmail))
  assert.equal(headers['content-encoding'], 'aes128gcm')
  const { publicKey } = await merchant.call(getPush, {})
  const [, token, key] = headers.authorization!.match(/^vapid t=([^,]+), k=(.+)$/)!
  assert.equal(key, publicKey)
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const verified = await jwtVerify(token!, await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256'))
  assert.equal(verified.payload.aud, new URL(service.url).origin)
})

test('the private key of an installation has 32 bytes, also if it begins with a zero', async () => {
  // One sealing key of 256 is like this one.
  const vault = await openVault('', 'mAEL2ScPmxALYhSiF1T9M73I1BsryfndFv9U08NP/XE=')
  const { publicKey, privateKey } = derivePushKeys(vault)
  const bytes = Buffer.from(privateKey, 'base64url')
  assert.deepEqual([bytes.length, bytes[0]], [32, 0])
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes)
  assert.equal(pair.getPublicKey('base64url'), publicKey)
})

test('a device is not notified after it is disabled, its session has ended, or its push service says that it is gone', async (t) => {
  const { app, merchant, service, browser, push, devices } = await pushFixture(t)
  const enable = () => merchant.call(enablePush, { endpoint: service.url, ...browser.subscription })
  await merchant.call(disablePush, { endpoint: service.url })
  await push('/transactions/1')
  await app.drain()
  assert.deepEqual([service.received.length, await devices()], [0, []])

  await Promise.all([enable(), enable()])
  assert.equal((await devices()).length, 1)
  service.respondWith(410)
  await push('/transactions/2')
  await app.drain()
  assert.deepEqual([service.received.length, await devices()], [1, []])

  await enable()
  await merchant.call(logOut, {})
  await push('/transactions/3')
  await app.drain()
  assert.equal(service.received.length, 1)
})

test('a payment is pushed only to members who may see payments', async (t) => {
  const { app, user, merchant, browser, service, push } = await pushFixture(t)
  await merchant.call(disablePush, { endpoint: service.url })
  const ada = await addMember(app, user, 'support')
  await app.as(ada).call(enablePush, { endpoint: service.url, ...browser.subscription })
  await confirmSessions(app, user)
  const { id: role } = await merchant.call(createRole, { name: 'Plans', permissions: ['subscriptions.view'] })
  await merchant.call(changeMemberRole, { userId: ada.userId, role })
  await push('/transactions/1')
  await app.drain()
  assert.equal(service.received.length, 0)
  await merchant.call(changeMemberRole, { userId: ada.userId, role: 'support' })
  await push('/transactions/2')
  await app.drain()
  assert.equal(service.received.length, 1)
})

test('an outage of the push service is tried again for a quarter of an hour, then the message is dropped', async (t) => {
  const { app, service, push, devices } = await pushFixture(t)
  service.respondWith(503)
  await push('/transactions/1')
  await assert.rejects(app.drain(), /did not accept/)
  assert.deepEqual([service.received.length, (await devices()).length], [1, 1])
  const [{ id: subscriptionId, merchantId } = { id: '', merchantId: '' }] = await app.runtime.database.read((tx) =>
    tx.select().from(pushSubscriptions),
  )
  const until = new Date(app.runtime.clock().getTime() + 15 * 60_000).toISOString()
  const attempt = (business: { merchantId?: string }) =>
    runJob(app.runtime, 'send-push', { ...business, subscriptionId, title: 'x', path: '/transactions/1', until })
  service.respondWith(201)
  await attempt({ merchantId })
  const other = await app.createUser()
  await attempt({ merchantId: other.merchantId })
  assert.equal(service.received.length, 2)
  app.forward(16 * 60_000)
  await attempt({ merchantId })
  assert.equal(service.received.length, 2)
})

test('addresses that are not on the public internet and keys that are none are rejected, and the oldest of too many devices is replaced', async (t) => {
  const { merchant, app, service, browser } = await pushFixture(t)
  const enable = (endpoint: string, more = {}) =>
    merchant.call(enablePush, { endpoint, ...browser.subscription, ...more })
  for (const endpoint of ['http://push.example/a', 'https://10.0.0.1/a', 'https://[fd00::1]/a', 'file:///etc/passwd'])
    await assert.rejects(enable(endpoint), errorWith(422, 'validation_error'), endpoint)
  await assert.rejects(enable('https://push.example/a', { p256dh: 'A'.repeat(87) }), errorWith(422, 'validation_error'))
  for (let device = 0; device < pushDevices; device++) {
    app.forward(1000)
    await enable(`https://push.example/${device}`)
  }
  const rows = await app.runtime.database.read((tx) => tx.select().from(pushSubscriptions))
  assert.equal(rows.length, pushDevices)
  assert.ok(!JSON.stringify(rows).includes('push.example'), 'addresses are sealed')
  const stranger = app.as(await app.createUser())
  assert.deepEqual((await stranger.call(getPush, {})).devices, [])
  await stranger.call(disablePush, { endpoint: service.url })
})
