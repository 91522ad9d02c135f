import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { passwordTypeHeader, tokenPath } from '@adire/contract/auth.ts'
import * as oauth from 'openid-client'
import { type TestApp, testApp, withLiveMode } from '../../testing/app.ts'

/** A public OAuth client library that is configured only with RFC 8414 server metadata. */
function createOauthClient(
  { url, runtime }: TestApp,
  secret = runtime.config.webClient.secret,
  by = oauth.ClientSecretBasic,
) {
  const server = { issuer: url, token_endpoint: `${url}/test/core/${tokenPath}` }
  const config = new oauth.Configuration(server, runtime.config.webClient.id, undefined, by(secret))
  oauth.allowInsecureRequests(config)
  return config
}

async function signedIn(t: TestContext, env: Record<string, string> = {}) {
  const api = await testApp(t, env)
  const ade = await api.createUser('Ade')
  const client = createOauthClient(api)
  const signIn = (given: Record<string, string> = {}) =>
    oauth.genericGrantRequest(client, 'password', { username: ade.email, password: ade.password, ...given })
  return { api, ade, client, signIn }
}

const errorWith = (error: string, status: number) => (thrown: unknown) => {
  assert.ok(thrown instanceof oauth.ResponseBodyError, String(thrown))
  assert.deepEqual([thrown.error, thrown.status], [error, status])
  assert.ok(thrown.error_description)
  return true
}

test('a public OAuth client library gets, uses and renews tokens [S6-02] [S7.1-02]', async (t) => {
  const { api, ade, client, signIn } = await signedIn(t)
  for (const by of [oauth.ClientSecretBasic, oauth.ClientSecretPost]) {
    const app = await oauth.clientCredentialsGrant(createOauthClient(api, undefined, by))
    assert.deepEqual([app.token_type, app.scope, app.refresh_token], ['bearer', 'client', undefined])
    assert.ok(app.expiresIn()! > 0)
  }
  const tokens = await signIn({ scope: 'profile' })
  assert.equal(tokens.scope, 'profile')
  const address = new URL(`${api.url}/test/core/api/v1/merchants?userEmail=${ade.email}`)
  const response = await oauth.fetchProtectedResource(client, tokens.access_token, address, 'GET')
  assert.equal(response.status, 200)
  const renewed = await oauth.refreshTokenGrant(client, tokens.refresh_token!)
  assert.ok(renewed.refresh_token && renewed.refresh_token !== tokens.refresh_token)
  assert.ok(renewed.expiresIn()! > 0)
})

test('a public OAuth client library receives errors as in RFC 6749', async (t) => {
  const { api, ade, client, signIn } = await signedIn(t)
  await assert.rejects(signIn({ password: 'wrong-1' }), errorWith('invalid_grant', 400))
  await assert.rejects(signIn({ scope: 'admin' }), errorWith('invalid_scope', 400))
  await assert.rejects(
    oauth.genericGrantRequest(client, 'telepathy', { username: ade.email }),
    errorWith('unsupported_grant_type', 400),
  )
  await assert.rejects(oauth.genericGrantRequest(client, 'password', {}), errorWith('invalid_request', 400))
  await assert.rejects(oauth.refreshTokenGrant(client, 'made-up'), errorWith('invalid_grant', 400))
  // Rejected with a `WWW-Authenticate` challenge, which RFC 6749 section 5.2 requires for basic auth.
  await assert.rejects(oauth.clientCredentialsGrant(createOauthClient(api, 'guess')), (thrown) => {
    assert.ok(thrown instanceof oauth.WWWAuthenticateChallengeError, String(thrown))
    assert.deepEqual([thrown.status, thrown.cause[0]?.scheme], [401, 'basic'])
    return true
  })
  const { access_token } = await signIn()
  const elsewhere = new URL(`${api.url}/test/core/customers`)
  const response = await oauth.fetchProtectedResource(client, access_token, elsewhere, 'GET')
  assert.equal(response.status, 400, 'a business must be named')
  await assert.rejects(oauth.fetchProtectedResource(client, 'nonsense', elsewhere, 'GET'), (thrown) => {
    assert.ok(thrown instanceof oauth.WWWAuthenticateChallengeError)
    assert.equal(thrown.cause[0]?.scheme, 'bearer')
    return true
  })
})

test('the password-type header of the dashboard changes nothing [S6-03]', async (t) => {
  const { api, ade, signIn } = await signedIn(t)
  const { access_token } = await signIn()
  for (const type of [undefined, passwordTypeHeader['password-type'], 'another']) {
    const headers = { authorization: `Bearer ${access_token}`, ...(type && { 'password-type': type }) }
    const response = await fetch(`${api.url}/test/core/api/v1/merchants?userEmail=${ade.email}`, { headers })
    assert.equal(response.status, 200, type)
    assert.equal(((await response.json()) as { totalElements: number }).totalElements, 1)
  }
})

test('the token form may be multipart, with the limits of a url-encoded one [S7.1-01] [S7.1-02]', async (t) => {
  const { api, ade } = await signedIn(t)
  const request = async (
    body: string | FormData | URLSearchParams | ReadableStream,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${api.url}/test/core/${tokenPath}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`web:${api.runtime.config.webClient.secret}`)}`, ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const multipart = (fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  const password = { grant_type: 'password', scope: 'profile', username: `  ${ade.email.toUpperCase()} ` }
  const first = await request(multipart({ ...password, password: ade.password }))
  assert.equal(first.status, 200)
  const renewal = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token! }
  assert.equal((await request(multipart(renewal))).status, 200)
  assert.equal((await request(multipart({ grant_type: 'client_credentials' }))).status, 200)

  const wrong = await request(multipart({ ...password, password: 'wrong-1' }))
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_grant'])
  const file = await request(multipart({ grant_type: new Blob(['password']) }))
  assert.deepEqual([file.status, file.body.error], [400, 'invalid_request'])
  const zero = await request(multipart({ grant_type: 'client_credentials', scope: '\0' }))
  assert.deepEqual([zero.status, zero.body.code], [400, 'validation_error'])
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=none']) {
    const unreadable = await request('grant_type=client_credentials', { 'content-type': type })
    assert.deepEqual([unreadable.status, unreadable.body.code], [400, 'malformed_form'], type)
  }
  const long = { grant_type: 'client_credentials', more: 'x'.repeat(16 * 1024) }
  const { body: stream, headers } = new Response(multipart(long))
  const streamed = { 'content-type': headers.get('content-type')! }
  for (const [form, type] of [[multipart(long)], [new URLSearchParams(long)], [stream!, streamed]] as const) {
    const rejected = await request(form, type)
    assert.deepEqual([rejected.status, rejected.body.code], [413, 'body_too_large'])
  }
})

test('a client configures itself by discovery, for the product and for one mode, and revokes tokens', async (t) => {
  const { api, ade, signIn } = await signedIn(t, withLiveMode)
  const { publicUrl, webClient } = api.runtime.config
  const here: oauth.CustomFetch = (url, options) => fetch(url.replace(publicUrl, api.url), options as RequestInit)
  const discover = async (issuer: string) => {
    const by = oauth.ClientSecretBasic(webClient.secret)
    const execute = [oauth.allowInsecureRequests]
    return oauth.discovery(new URL(issuer), webClient.id, undefined, by, {
      algorithm: 'oauth2',
      execute,
      [oauth.customFetch]: here,
    })
  }
  for (const issuer of [publicUrl, `${publicUrl}/test/core`, `${publicUrl}/live/core`]) {
    const client = await discover(issuer)
    const password = { username: ade.email, password: ade.password }
    const tokens = await oauth.genericGrantRequest(client, 'password', password)
    await oauth.tokenRevocation(client, tokens.refresh_token!)
    await assert.rejects(oauth.refreshTokenGrant(client, tokens.refresh_token!), errorWith('invalid_grant', 400))
  }
  const client = await discover(publicUrl)
  const { access_token } = await signIn()
  const read = () =>
    fetch(`${api.url}/test/core/api/v1/merchants?userEmail=${ade.email}`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
  assert.equal((await read()).status, 200)
  await oauth.tokenRevocation(client, access_token)
  assert.equal((await read()).status, 401)
  await oauth.tokenRevocation(client, 'made-up')
  const revoke = (secret: string, form: Record<string, string>) =>
    fetch(`${api.url}/test/core/oauth/revoke`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`web:${secret}`)}` },
      body: new URLSearchParams(form),
    })
  assert.equal((await revoke('guess', { token: access_token })).status, 401)
  const empty = await revoke(webClient.secret, {})
  assert.deepEqual([empty.status, ((await empty.json()) as { error: string }).error], [400, 'invalid_request'])
})

test('a JSON body, or one that cannot be read, gets an error of RFC 6749', async (t) => {
  const { api } = await signedIn(t)
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${btoa(`web:${api.runtime.config.webClient.secret}`)}`,
  }
  for (const path of ['oauth/token', 'oauth/revoke'])
    for (const body of ['{"grant_type":"telepathy"}', '{', '[]']) {
      const response = await fetch(`${api.url}/test/core/${path}`, { method: 'POST', headers, body })
      const { error, error_description } = (await response.json()) as Record<string, string>
      assert.deepEqual(
        [response.status, error, typeof error_description],
        [400, 'invalid_request', 'string'],
        `${path} ${body}`,
      )
    }
})
