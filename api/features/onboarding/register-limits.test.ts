import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callEndpoint } from '@adire/contract/call.ts'
import { register } from '@adire/contract/registration.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'

test('one network can register thirty emails an hour; nobody else gets an email, and other networks are not limited', async (t) => {
  const app = await testApp(t, { REQUESTS_PER_SECOND: '1000', TRUST_PROXY: '1' })
  const clientToken = await app.runtime.signer.sign(
    { sub: 'web', scope: 'client' },
    new Date(Date.now() + 24 * 3_600_000),
  )
  const registerFrom = (address: string, email: string) => {
    const sent: typeof fetch = (url, init) =>
      fetch(url, { ...init, headers: { ...(init?.headers as object), 'x-forwarded-for': address } })
    const connection = { baseUrl: (name: string) => `${app.url}/test/${name}`, token: () => clientToken, fetch: sent }
    return callEndpoint(connection, register, {
      businessName: 'Tola Atelier',
      countryId: 566,
      email,
      password: 'Indigo-2026',
    })
  }
  // All addresses of one /64 count as one caller.
  const address = (index: number) => `2001:db8:1:2::${(index + 1).toString(16)}`
  for (let index = 0; index < 30; index++) await registerFrom(address(index), `stranger-${index}@example.com`)
  await assert.rejects(registerFrom(address(30), 'stranger-30@example.com'), errorWith(429, 'too_many_attempts'))
  await registerFrom('2001:db8:1:3::1', 'elsewhere@example.com')
  await app.drain()
  assert.equal((await mailsTo(app, 'stranger-29@example.com')).length, 1)
  assert.equal((await mailsTo(app, 'stranger-30@example.com')).length, 0)
  assert.equal((await mailsTo(app, 'elsewhere@example.com')).length, 1)
  app.forward(3_600_001)
  await registerFrom(address(30), 'stranger-30@example.com')
})
