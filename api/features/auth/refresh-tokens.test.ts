import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { dayMs } from '@adire/contract/durations.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { changePassword, logOut } from '@adire/contract/users.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { requestToken, signIn } from '../../testing/sign-in.ts'
import type { TestUser } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { hashToken } from './hash-token.ts'
import { refreshTokens, sessions } from './tables.ts'

async function session(t: TestContext) {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { body } = await signIn(api, ade.email, ade.password)
  const renew = (refresh_token: string) => requestToken(api, { grant_type: 'refresh_token', refresh_token })
  /** Whether calls with an access token are still accepted. */
  const isAccepted = (token: string) =>
    api
      .as({ ...ade, token })
      .call(listMerchants, { userEmail: ade.email })
      .then(
        () => true,
        ({ status }) => assert.equal(status, 401),
      )
  const { access_token: token, refresh_token: first } = body as Record<'access_token' | 'refresh_token', string>
  return { api, ade, renew, isAccepted, token, first }
}

type Call = ReturnType<TestApp['as']>['call']

const changeElsewhere = (call: Call, { password: currentPassword }: TestUser) =>
  call(changePassword, { currentPassword, newPassword: 'Indigo-2026', confirmPassword: 'Indigo-2026' })

test('a refresh token whose successor was used ends its session for both holders', async (t) => {
  const { renew, isAccepted, first } = await session(t)
  const second = (await renew(first)).body
  const third = (await renew(second.refresh_token)).body
  assert.equal(new Set([first, second.refresh_token, third.refresh_token]).size, 3)
  assert.ok(await isAccepted(third.access_token))
  assert.equal((await renew(first)).body.error, 'invalid_grant')
  assert.equal((await renew(third.refresh_token)).body.error, 'invalid_grant')
  assert.ok(!(await isAccepted(third.access_token)))
})

test('a renewal whose response was lost is repeated within a minute, and only one of its tokens is used', async (t) => {
  const { api, renew, isAccepted, first } = await session(t)
  api.stopClock(new Date())
  const lost = (await renew(first)).body
  api.forward(59_000)
  const repeated = await renew(first)
  assert.equal(repeated.status, 200)
  const next = (await renew(repeated.body.refresh_token)).body
  assert.ok(await isAccepted(next.access_token))
  assert.equal((await renew(lost.refresh_token)).body.error, 'invalid_grant')
  assert.ok(!(await isAccepted(next.access_token)))
})

test('a refresh token used more than a minute ago ends its session', async (t) => {
  const { api, renew, first } = await session(t)
  const second = (await renew(first)).body
  api.forward(61_000)
  assert.equal((await renew(first)).body.error, 'invalid_grant')
  assert.equal((await renew(second.refresh_token)).body.error, 'invalid_grant')
})

test('concurrent renewals of one token get different tokens, and only one of them is used', async (t) => {
  const { renew, first } = await session(t)
  const responses = await Promise.all([1, 2, 3].map(() => renew(first)))
  const tokens = responses.map(({ body }) => body.refresh_token as string)
  assert.equal(new Set(tokens).size, 3)
  const used = await Promise.all(tokens.map(renew))
  assert.equal(used.filter(({ status }) => status === 200).length, 1)
})

for (const [what, end] of [
  ['its session was signed out', (call: Call) => call(logOut, {})],
  ['the password was changed elsewhere', (call: Call, ade: TestUser) => changeElsewhere(call, ade)],
] as const)
  test(`a renewal during which ${what} leaves no session`, async (t) => {
    const { api, ade, token, renew, isAccepted, first } = await session(t)
    const call = what.includes('password') ? api.as(ade).call : api.as({ ...ade, token }).call
    let renewed: Awaited<ReturnType<typeof renew>> | undefined
    // The renewal has used its token; then the session ends, before the next token is stored.
    await sendWhileLocked<unknown>(api, 'lock table refresh_tokens in share mode', [
      async () => {
        renewed = await renew(first)
      },
      () => end(call, ade),
    ])
    if (renewed!.status === 200) {
      assert.ok(!(await isAccepted(renewed!.body.access_token)))
      assert.equal((await renew(renewed!.body.refresh_token)).body.error, 'invalid_grant')
    }
    assert.equal((await renew(first)).body.error, 'invalid_grant')
  })

test('expired refresh tokens are removed at the next renewal', async (t) => {
  const { api, renew, first } = await session(t)
  const second = (await renew(first)).body
  api.forward(13 * dayMs)
  const third = (await renew(second.refresh_token)).body
  api.forward(2 * dayMs)
  const fourth = await renew(third.refresh_token)
  const stored = await api.runtime.database.read((tx) => tx.select().from(refreshTokens))
  const tokens = [first, second.refresh_token, third.refresh_token, fourth.body.refresh_token]
  assert.deepEqual(
    tokens.map((token) => stored.some(({ hash }) => hash === hashToken(token))),
    [false, false, true, true],
  )
})

test('sessions are purged 90 days after their last token expired', async (t) => {
  const { api, renew, first } = await session(t)
  const rows = () =>
    api.runtime.database.read(async (tx) => ({
      sessions: await tx.$count(sessions),
      tokens: await tx.$count(refreshTokens),
    }))
  const before = await rows()
  api.forward(13 * dayMs)
  await renew(first)
  api.forward(92 * dayMs)
  await runNow(api.runtime, 'purge-expired')
  assert.deepEqual(await rows(), { sessions: 1, tokens: 1 })
  assert.ok(before.sessions > 1)
  api.forward(13 * dayMs)
  await runNow(api.runtime, 'purge-expired')
  assert.deepEqual(await rows(), { sessions: 0, tokens: 0 })
})
