import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unverifiedDescription } from '@adire/contract/auth.ts'
import { CallError } from '@adire/contract/call.ts'
import { listCountries } from '@adire/contract/lookups.ts'
import { getMerchant, getModeType, listMerchants } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { register } from '@adire/contract/registration.ts'
import {
  forgotPassword,
  getUser,
  logOut,
  resendVerificationEmail,
  resetPassword,
  verifyEmail,
} from '@adire/contract/users.ts'
import { eq } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { readEmails, requestToken, signIn } from '../../testing/sign-in.ts'
import { notifications } from '../notifications/tables.ts'
import { refreshTokens, users } from './tables.ts'

const claims = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())

const verificationToken = (mail: { text: string } | undefined) => mail!.text.match(/verify-email\/(\S+)/)![1]!

const newcomer = { businessName: 'Tola Atelier', countryId: 566, email: 'tola@example.com', password: 'Indigo-2026' }

test('a business registers, verifies its email and signs in [S3-08] [S7.1-01] [S7.1-02] [S7.1-03] [S6-02]', async (t) => {
  const api = await testApp(t)
  const client = await requestToken(api, { grant_type: 'client_credentials' })
  assert.equal(client.status, 200)
  assert.equal(client.body.refresh_token, undefined)

  await api.asClient().call(register, newcomer)
  assert.equal((await signIn(api, newcomer.email, newcomer.password)).body.error_description, unverifiedDescription)
  await api.drain()
  const [mail] = await readEmails(api)
  assert.equal(mail!.to, newcomer.email)
  await api.asClient().call(verifyEmail, { token: verificationToken(mail) })

  const { status, body } = await signIn(api, '  Tola@Example.com ', newcomer.password)
  assert.equal(status, 200)
  assert.equal(body.token_type, 'Bearer')
  const tokenClaims = claims(body.access_token)
  assert.equal(tokenClaims.user_name, newcomer.email)
  assert.ok(tokenClaims.exp > Date.now() / 1000 && tokenClaims.exp <= Date.now() / 1000 + 900)

  const me = {
    email: newcomer.email,
    password: '',
    userId: tokenClaims.sub,
    merchantId: '',
    token: body.access_token,
    refreshToken: '',
  }
  const { content } = await api.as(me).call(listMerchants, { userEmail: newcomer.email })
  assert.equal(content.length, 1)
  assert.equal(content[0]!.businessName, 'Tola Atelier')
  assert.match(content[0]!.merchantCode, /^MT\d{7}$/)
  const merchant = await api.as({ ...me, merchantId: content[0]!.id }).call(getMerchant, {} as never)
  assert.equal(merchant.location.currencyCode, 'NGN')
  assert.equal((await api.as(me).call(getUser, { id: tokenClaims.sub })).email, newcomer.email)
  assert.deepEqual(await api.as(me).call(getModeType, { 'user-email': newcomer.email }), { modeType: 'TEST' })
})

test('a new business gets a welcome notification with the next steps', async (t) => {
  const api = await testApp(t)
  await api.asClient().call(register, newcomer)
  const [notification, ...more] = await api.runtime.database.read((tx) => tx.select().from(notifications))
  assert.equal(more.length, 0)
  assert.deepEqual(
    [notification!.kind, notification!.title, notification!.path],
    ['kyc', 'Welcome to Adire', '/onboarding'],
  )
})

test('repeated registrations of one email are limited, and the responses do not reveal whether it exists', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const collectStatuses = async (email: string) => {
    const statuses: number[] = []
    for (let times = 0; times < 6; times++)
      statuses.push(
        await api
          .asClient()
          .call(register, { ...newcomer, email })
          .then(
            () => 201,
            ({ status }: CallError) => status,
          ),
      )
    return statuses
  }
  const known = await collectStatuses(ade.email)
  assert.deepEqual(known, [201, 201, 201, 201, 201, 429])
  assert.deepEqual(await collectStatuses('new@example.com'), known)
})

test('a verification token works once, and only for 48 hours [S7.1-03]', async (t) => {
  const api = await testApp(t)
  await api.asClient().call(register, newcomer)
  await api.drain()
  const used = verificationToken((await readEmails(api))[0])
  await api.asClient().call(verifyEmail, { token: used })
  await assert.rejects(api.asClient().call(verifyEmail, { token: used }), {
    status: 409,
    code: 'email_already_verified',
  })
  await api.asClient().call(register, { ...newcomer, email: 'late@example.com' })
  await api.drain()
  const late = verificationToken((await readEmails(api)).find((mail) => mail.to === 'late@example.com'))
  api.forward(49 * 3_600_000)
  await assert.rejects(api.asClient().call(verifyEmail, { token: late }), { status: 422, code: 'token_not_valid' })
})

test('the verification email can be sent again, and the response does not reveal whether the email is registered [S7.1-04]', async (t) => {
  const api = await testApp(t)
  await api.asClient().call(register, newcomer)
  await api.drain()
  const known = await api.asClient().call(resendVerificationEmail, { email: newcomer.email })
  const unknown = await api.asClient().call(resendVerificationEmail, { email: 'nobody@example.com' })
  assert.deepEqual(known, unknown)
  await api.drain()
  assert.equal((await readEmails(api)).length, 2)
})

test('registering an email twice gets the same response, and its owner is informed by email', async (t) => {
  const api = await testApp(t)
  const first = await api.asClient().call(register, newcomer)
  await api.runtime.database.write((tx) =>
    tx.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, newcomer.email)),
  )
  const again = await api.asClient().call(register, { ...newcomer, password: 'Another-99' })
  assert.deepEqual(again, first)
  await api.drain()
  assert.match((await readEmails(api)).at(-1)!.subject, /already have an account/)
  assert.equal((await signIn(api, newcomer.email, 'Another-99')).status, 400)
})

test('an invalid registration is rejected at each field with the specified messages [S5-01] [S5-02] [S5-03] [S5-04]', async (t) => {
  const api = await testApp(t)
  const rejected = async (change: object) => {
    const error = await api
      .asClient()
      .call(register, { ...newcomer, ...change })
      .catch((error: CallError) => error)
    assert.ok(error instanceof CallError)
    return error.fields.map(({ field, message }) => [field, message])
  }
  assert.deepEqual(await rejected({ businessName: '' }), [
    ['businessName', messages.required],
    ['businessName', messages.atLeast(3)],
  ])
  assert.deepEqual((await rejected({ email: '' }))[0], ['email', 'This field must not be empty!'])
  assert.deepEqual(await rejected({ email: 'tola@' }), [['email', 'Please enter a valid email address!']])
  for (const password of ['onlyletters', '01234567890'])
    assert.deepEqual(await rejected({ password }), [['password', 'Password Must be alphanumeric e.g @!Afu/12.']])
  assert.deepEqual(await rejected({ password: 'abcdef1' }), [
    ['password', 'This field must be at least 8 characters long'],
  ])
  assert.deepEqual(
    (await rejected({ email: 'tola@', password: 'abcdefg1' })).map(([field]) => field),
    ['email'],
  )
})

test('the token endpoint returns errors as specified by RFC 6749 [S7.1-01] [S7.1-02] [S8-01]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const wrongClient = await requestToken(
    api,
    { grant_type: 'client_credentials' },
    { authorization: `Basic ${btoa('web:guess')}` },
  )
  assert.deepEqual([wrongClient.status, wrongClient.body.error], [401, 'invalid_client'])
  assert.match(wrongClient.headers.get('www-authenticate')!, /Basic/)
  const wrongGrant = await requestToken(api, { grant_type: 'telepathy' })
  assert.deepEqual([wrongGrant.status, wrongGrant.body.error], [400, 'unsupported_grant_type'])
  const wrongScope = await requestToken(api, {
    grant_type: 'password',
    scope: 'admin',
    username: ade.email,
    password: ade.password,
  })
  assert.deepEqual([wrongScope.status, wrongScope.body.error], [400, 'invalid_scope'])
  const wrongPassword = await signIn(api, ade.email, 'nope')
  const nobody = await signIn(api, 'nobody@example.com', 'nope')
  assert.deepEqual([wrongPassword.status, wrongPassword.body], [nobody.status, nobody.body])
  assert.equal(wrongPassword.body.error, 'invalid_grant')
})

test('after five wrong passwords an account is locked for a while, and the right password works later', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  for (let times = 0; times < 5; times++) assert.equal((await signIn(api, ade.email, 'nope')).status, 400)
  const rejected = await signIn(api, ade.email, ade.password)
  assert.equal(rejected.status, 429)
  assert.ok(Number(rejected.headers.get('retry-after')) > 0)
  api.forward(16 * 60_000)
  assert.equal((await signIn(api, ade.email, ade.password)).status, 200)
})

test('signing out revokes the access token and the refresh token at once [S7.1-09] [S4-02]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const session = (await signIn(api, ade.email, ade.password)).body
  const me = api.as({ ...ade, token: session.access_token })
  await me.call(listMerchants, { userEmail: ade.email })
  await me.call(logOut, {})
  await assert.rejects(me.call(listMerchants, { userEmail: ade.email }), { status: 401 })
  assert.equal(
    (await requestToken(api, { grant_type: 'refresh_token', refresh_token: session.refresh_token })).status,
    400,
  )
})

test('tokens are stored only as hashes, passwords as argon2id', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { refresh_token } = (await signIn(api, ade.email, ade.password)).body
  const stored = await api.runtime.database.read((tx) => tx.select().from(refreshTokens))
  assert.ok(stored.every(({ hash }) => hash !== refresh_token && /^[0-9a-f]{64}$/.test(hash)))
  const [user] = await api.runtime.database.read((tx) => tx.select().from(users).where(eq(users.id, ade.userId)))
  assert.match(user!.passwordHash, /^\$argon2id\$/)
})

test('an access token expires after 15 minutes [S4-01]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { access_token } = (await signIn(api, ade.email, ade.password)).body
  const me = api.as({ ...ade, token: access_token })
  await me.call(listMerchants, { userEmail: ade.email })
  api.forward(15 * 60_000 + 1_000)
  await assert.rejects(me.call(listMerchants, { userEmail: ade.email }), { status: 401 })
})

test('the profile, businesses and mode of a user are not readable by other users [S3-03]', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  await assert.rejects(api.as(ade).call(getUser, { id: bola.userId }), { status: 404 })
  await assert.rejects(api.as(ade).call(listMerchants, { userEmail: bola.email }), { status: 404 })
  await assert.rejects(api.as(ade).call(getModeType, { 'user-email': bola.email }), { status: 404 })
})

test('a country is identified by its ISO number', async (t) => {
  const api = await testApp(t)
  const { content } = await api.asNobody().call(listCountries, {})
  assert.deepEqual(
    content.find(({ id }) => id === 566),
    { id: 566, name: 'Nigeria', code: 'NG' },
  )
  assert.ok(content.length > 200)
})

const resetToken = (mail: { text: string } | undefined) => mail!.text.match(/reset-password\/(\S+)/)![1]!

test('a forgotten password is replaced with an emailed link that works once, and all sessions end [S7.1-05] [S7.1-06]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const session = (await signIn(api, ade.email, ade.password)).body
  await api.asClient().call(forgotPassword, { email: ade.email })
  await api.drain()
  const reset = {
    token: resetToken((await readEmails(api, /Choose/))[0]),
    newPassword: 'Fresh-start-9',
    confirmPassword: 'Fresh-start-9',
  }
  await assert.rejects(api.asClient().call(resetPassword, { ...reset, confirmPassword: 'Fresh-start-8' }), {
    status: 400,
    message: messages.passwordsDiffer,
  })
  await api.asClient().call(resetPassword, reset)
  await assert.rejects(api.asClient().call(resetPassword, reset), { status: 422, code: 'token_not_valid' })
  assert.equal((await signIn(api, ade.email, ade.password)).status, 400)
  assert.equal((await signIn(api, ade.email, 'Fresh-start-9')).status, 200)
  assert.equal(
    (await requestToken(api, { grant_type: 'refresh_token', refresh_token: session.refresh_token })).status,
    400,
  )
  await assert.rejects(api.as({ ...ade, token: session.access_token }).call(listMerchants, { userEmail: ade.email }), {
    status: 401,
  })
})

test('a password reset request does not reveal whether the email exists, and sends at most one email a minute [S7.1-05]', async (t) => {
  const api = await testApp(t)
  api.stopClock(new Date('2026-11-16T10:00:00Z'))
  const ade = await api.createUser('Ade')
  const ask = (email: string) => api.asClient().call(forgotPassword, { email })
  const recipients = async () => {
    await api.drain()
    return (await readEmails(api)).map((mail) => mail.to)
  }
  assert.deepEqual(await ask(ade.email), await ask('nobody@example.com'))
  api.stopClock(new Date('2026-11-16T10:00:59Z'))
  await ask(ade.email)
  assert.deepEqual(await recipients(), [ade.email])
  api.stopClock(new Date('2026-11-16T10:01:00Z'))
  await ask(ade.email)
  assert.deepEqual(await recipients(), [ade.email, ade.email])
})

test('a password reset link expires after an hour, and a verification link resets no password', async (t) => {
  const api = await testApp(t)
  await api.asClient().call(register, newcomer)
  await api.drain()
  const verification = verificationToken((await readEmails(api))[0])
  const passwords = { newPassword: 'Fresh-start-9', confirmPassword: 'Fresh-start-9' }
  await assert.rejects(api.asClient().call(resetPassword, { token: verification, ...passwords }), { status: 422 })
  await api.asClient().call(forgotPassword, { email: newcomer.email })
  await api.drain()
  const late = resetToken((await readEmails(api)).at(-1))
  api.forward(3_600_001)
  await assert.rejects(api.asClient().call(resetPassword, { token: late, ...passwords }), { status: 422 })
})
