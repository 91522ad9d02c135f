import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allStaffEndpoints } from '@adire/contract/back-office/areas.ts'
import { openMerchantView } from '@adire/contract/back-office/merchants.ts'
import { type Endpoint, encodeRequest, pathParameters } from '@adire/contract/endpoint.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { staffRoles } from '@adire/contract/staff-permissions.ts'
import { backOfficeRoutes } from '../../servers.ts'
import { type TestApp, testApp, withLiveMode } from '../../testing/app.ts'
import { createStaff } from '../../testing/staff.ts'
import { createSecretKeyFor } from '../../testing/users.ts'
import { sessionEndpoints } from './session-routes.ts'

const endpoints = Object.entries(allStaffEndpoints).filter(([, { access }]) => access === 'staff')

/** The published table: which role may call which endpoint. */
function readTable() {
  const lines = readFileSync(new URL('../../../docs/staff-permissions.md', import.meta.url), 'utf8').split('\n')
  const rows = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    rows.map(([, name = '', , , ...cells]) => [
      name.replaceAll('`', ''),
      new Map(staffRoles.map((role, index) => [role, cells[index] === 'yes'])),
    ]),
  )
}

/** Status and code of the response to an empty request that names no object. */
async function askFor({ url }: TestApp, prefix: string, endpoint: Endpoint, token: string | undefined, fields = {}) {
  const ids = Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, crypto.randomUUID()]))
  const { path, body } = encodeRequest(endpoint, { ...ids, ...fields })
  const response = await fetch(`${url}/${prefix}/${path}`, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  if (!response.ok) return `${response.status} ${((await response.json()) as { code: string }).code}`
  await response.body?.cancel()
  return 'accepted'
}

test('every staff role may call exactly the endpoints of the published table', async (t) => {
  const api = await testApp(t)
  const table = readTable()
  assert.deepEqual([...table.keys()].sort(), endpoints.map(([name]) => name).sort())
  for (const role of staffRoles) {
    const { token } = await createStaff(api, role)
    for (const [name, endpoint] of endpoints) {
      const isRejected = (await askFor(api, 'operator/api', endpoint, token)) === '403 permission_missing'
      assert.equal(isRejected, !table.get(name)!.get(role), `${role}: ${name}`)
    }
  }
})

test('no endpoint of the back office responds without a token, or to a user, a client or an API key', async (t) => {
  const api = await testApp(t)
  const user = await api.createUser('Ade')
  const client = await api.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
  const tokens = [undefined, 'nonsense', user.token, client, await createSecretKeyFor(api, user)]
  for (const [name, endpoint] of endpoints)
    for (const [index, token] of tokens.entries())
      assert.equal(await askFor(api, 'operator/api', endpoint, token), '401 unauthenticated', `${name} ${index}`)
})

test('no endpoint of merchants responds to a person of the staff', async (t) => {
  const api = await testApp(t, withLiveMode)
  const { merchantId } = await api.createUser('Ade')
  const { token } = await createStaff(api, 'admin')
  for (const [name, endpoint] of Object.entries(allEndpoints)) {
    if (endpoint.access === 'public') continue
    for (const mode of ['test', 'live'])
      assert.equal(
        await askFor(api, `${mode}/${endpoint.server}`, endpoint, token, { merchantId }),
        '401 unauthenticated',
        `${mode} ${name}`,
      )
  }
})

test('a token for merchants with the session of a person of the staff is not valid, nor the other way around', async (t) => {
  const api = await testApp(t)
  const { id, sessionId } = await createStaff(api, 'admin')
  const { userId } = await api.createUser('Ade')
  const until = new Date(Date.now() + 3_600_000)
  const { signer } = api.runtime
  const listStaff = allStaffEndpoints.listStaff!
  const withoutAudience = await signer.sign({ sub: id, scope: 'staff', sid: sessionId }, until)
  assert.equal(await askFor(api, 'operator/api', listStaff, withoutAudience), '401 unauthenticated')
  const withAudience = await signer.sign({ sub: userId, scope: 'profile', sid: sessionId, aud: 'operator' }, until)
  assert.equal(await askFor(api, 'test/core', allEndpoints.getUser!, withAudience), '401 unauthenticated')
})

test('every endpoint of the back office has exactly one handler, and none is in the API reference', async (t) => {
  const served = [...backOfficeRoutes.map(({ endpoint }) => endpoint), ...sessionEndpoints, openMerchantView]
  for (const [name, endpoint] of Object.entries(allStaffEndpoints))
    assert.equal(served.filter((one) => one === endpoint).length, 1, name)
  assert.equal(served.length, Object.keys(allStaffEndpoints).length)
  const api = await testApp(t)
  const document = await (await fetch(`${api.url}/openapi.json`)).text()
  assert.doesNotMatch(document, /operator\/|staff_|second-factor/)
})
