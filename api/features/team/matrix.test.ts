import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Endpoint, encodeRequest, isForMerchant, pathParameters } from '@adire/contract/endpoint.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { type BuiltInRole, roleNames, secretKeyPermissions } from '@adire/contract/permissions.ts'
import { type TestApp, testApp, withLiveMode } from '../../testing/app.ts'
import { addMember, createUser } from '../../testing/users.ts'
import { addKey } from '../api-keys/add-key.ts'

const roles = Object.keys(roleNames) as BuiltInRole[]
/** Endpoints of a business. Leaving is last: afterwards the member has no access to anything. */
const endpoints = Object.entries(allEndpoints)
  .filter(([, endpoint]) => isForMerchant(endpoint))
  .sort(([one], [other]) => Number(one === 'leaveTeam') - Number(other === 'leaveTeam'))

/** The published table: which role and key may call which endpoint in Live Mode. */
function readTable() {
  const lines = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8').split('\n')
  const rows = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    rows.map(([, name = '', , ...cells]) => [
      name.replaceAll('`', ''),
      {
        roles: new Map(roles.map((role, index) => [role, cells[index] === 'yes'])),
        keys: cells[roles.length] === 'yes',
      },
    ]),
  )
}

/** The code of the response to an empty request that names no object of the business; undefined for an accepted one. */
async function askFor({ url }: TestApp, mode: 'test' | 'live', endpoint: Endpoint, token: string, merchantId: string) {
  const ids = Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, crypto.randomUUID()]))
  const { path, body } = encodeRequest(endpoint, { ...ids, merchantId })
  const response = await fetch(`${url}/${mode}/${endpoint.server}/${path}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  if (response.ok) return response.body?.cancel()
  return ((await response.json()) as { code: string }).code
}

/** The names of the endpoints that reject this caller with one of the codes. */
async function listRejecting(
  asked: typeof endpoints,
  ask: (endpoint: Endpoint) => Promise<unknown>,
  codes: readonly unknown[] = ['permission_missing'],
): Promise<string[]> {
  const rejecting: string[] = []
  for (let from = 0; from < asked.length; from += 8) {
    const some = asked.slice(from, from + 8)
    const answers = await Promise.all(some.map(([, endpoint]) => ask(endpoint)))
    rejecting.push(...some.filter((_, index) => codes.includes(answers[index])).map(([name]) => name))
  }
  return rejecting
}

const namesOf = (some: typeof endpoints) => some.map(([name]) => name)

test('every role may call exactly the endpoints of the published table, in Live Mode', async (t) => {
  const api = await testApp(t, withLiveMode)
  const owner = await createUser(api.runtime, 'ada', 'LIVE')
  const table = readTable()
  assert.equal(table.size, endpoints.length)
  for (const role of roles) {
    const { token } = role === 'owner' ? owner : await addMember(api, owner, role)
    const rejecting = await listRejecting(endpoints, (endpoint) =>
      askFor(api, 'live', endpoint, token, owner.merchantId),
    )
    const expected = endpoints.filter(([name]) => !table.get(name)!.roles.get(role))
    assert.deepEqual(rejecting, namesOf(expected), role)
  }
})

test('in Test Mode a developer may do everything except what also concerns Live Mode', async (t) => {
  const api = await testApp(t)
  const owner = await createUser(api.runtime, 'ada')
  const developer = await addMember(api, owner, 'developer')
  const ask = (endpoint: Endpoint) => askFor(api, 'test', endpoint, developer.token, owner.merchantId)
  const expected = endpoints.filter(([, { permission }]) =>
    ['team.manage', 'business.manage', 'bank_accounts.manage', 'approvals.manage'].includes(permission ?? ''),
  )
  assert.deepEqual(await listRejecting(endpoints, ask), namesOf(expected))
})

test('a restricted key may call exactly the endpoints of its permission, and a full key those of the table', async (t) => {
  const api = await testApp(t)
  const { merchantId } = await createUser(api.runtime, 'ada')
  const table = readTable()
  for (const given of [undefined, ...secretKeyPermissions]) {
    const fields = { merchantId, mode: 'TEST' as const, kind: 'secret' as const, permissions: given ? [given] : null }
    const { key } = await api.runtime.database.write((tx) => addKey(tx, fields, api.runtime.clock()))
    const ask = (endpoint: Endpoint) => askFor(api, 'test', endpoint, key, merchantId)
    // The full key shows that no key reaches the endpoints of members.
    const asked = given ? endpoints.filter(([, { access }]) => access === 'merchant') : endpoints
    const expected = asked.filter(
      ([name, { permission }]) => !table.get(name)!.keys || (given && permission && permission !== given),
    )
    assert.deepEqual(
      await listRejecting(asked, ask, ['permission_missing', 'forbidden']),
      namesOf(expected),
      given ?? 'full key',
    )
  }
})
