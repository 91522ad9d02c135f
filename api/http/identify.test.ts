import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addKey } from '../features/api-keys/add-key.ts'
import { testApp, withLiveMode } from '../testing/app.ts'
import { createSecretKeyFor } from '../testing/users.ts'

test('an authentication error says what is wrong with the key, and shows at most its prefix and last characters [S6-01]', async (t) => {
  const app = await testApp(t, withLiveMode)
  const user = await app.createUser()
  const key = await createSecretKeyFor(app, user)
  const { key: publicKey } = await app.runtime.database.write((tx) =>
    addKey(tx, { merchantId: user.merchantId, mode: 'TEST', kind: 'public' }, new Date()),
  )
  const links = 'core/payment-links'
  const errorOf = async (authorization?: string, path = `test/${links}`) => {
    const response = await fetch(`${app.url}/${path}`, { headers: authorization ? { authorization } : {} })
    const { code, message } = (await response.json()) as { code: string; message: string }
    return `${response.status} ${code}: ${message}`
  }
  const noKey = '401 unauthenticated: No API key was sent. Send it in the header Authorization: Bearer sk_test_…'
  assert.equal(await errorOf(), noKey)
  assert.equal(await errorOf(`Basic ${btoa(`${key}:`)}`), noKey)

  const statusWith = async (authorization: string) =>
    (await fetch(`${app.url}/test/${links}`, { headers: { authorization } })).status
  assert.deepEqual([await statusWith(`bearer ${key}`), await statusWith(`BEARER  ${key}`)], [200, 200])

  const unknown = (shown: string) => `401 key_unknown: There is no API key ${shown}, or it was revoked or replaced`
  assert.equal(await errorOf('Bearer sk_test_bogus'), unknown('sk_test_…ogus'))
  assert.equal(await errorOf('Bearer sk_secretsecret'), unknown('sk_…cret'))
  assert.equal(await errorOf('Bearer sk_live_<b>'), unknown('sk_live_…b'))

  const otherMode =
    '401 key_of_other_mode: This is a test key, but the URL is of live mode (/live/…). ' +
    'Use a key sk_live_…, or a URL with /test/'
  assert.equal(await errorOf(`Bearer ${key}`, `live/${links}`), otherMode)

  const noKeys = '403 forbidden: An API key cannot do this. Sign in to the dashboard'
  for (const path of ['core/api-keys', 'core/api/v1/merchants', `core/api/v1/merchants-onboarding/${user.merchantId}`])
    assert.equal(await errorOf(`Bearer ${key}`, `test/${path}`), noKeys, path)
  assert.match(await errorOf(`Bearer ${publicKey}`), /^403 forbidden: A public key cannot do this/)

  assert.equal(await errorOf('Bearer eyJhbGciOiJFZERTQSJ9.e30.AA'), '401 unauthenticated: Sign in to continue')
  assert.equal(await errorOf(undefined, 'test/core/api-keys'), '401 unauthenticated: Sign in to continue')
})
