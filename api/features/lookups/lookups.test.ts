import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@adire/contract/limits.ts'
import {
  getBank,
  listBanks,
  listBusinessTypes,
  listCountries,
  listCurrencies,
  listMerchantCategories,
  listStates,
} from '@adire/contract/lookups.ts'
import { type TestApp, testApp, withLiveMode } from '../../testing/app.ts'
import { openOnce } from '../../testing/open-once.ts'
import allBanks from './banks.json' with { type: 'json' }

let api: TestApp
const prepare = openOnce(async (t) => {
  api = await testApp(t, withLiveMode)
})

test('all banks are returned at once, sorted by name, as specified [S7.5-06] [S3-05]', async () => {
  await prepare()
  const { call } = api.asNobody()
  const response = await fetch(`${api.url}/test/core/banks/?limit=100000&offset=0`)
  assert.equal(response.status, 200)
  const body = (await response.json()) as { content: { id: number; name: string; code: string }[] }
  assert.deepEqual(body, await call(listBanks, { limit: limits.banksLimit, offset: 0 }))
  const open = allBanks.filter(({ active }) => active)
  assert.equal(body.content.length, open.length)
  const names = body.content.map(({ name }) => name)
  assert.deepEqual(
    names,
    names.toSorted((a, b) => a.localeCompare(b, 'en')),
  )
  for (const { id, name, code } of body.content) {
    assert.equal(typeof id, 'number')
    assert.ok(name && /^\w{3,8}$/.test(code), name)
  }
  const some = await call(listBanks, { limit: 3, offset: 2 })
  assert.deepEqual([some.content, some.totalElements], [body.content.slice(2, 5), open.length])
  assert.deepEqual((await call(listBanks, { offset: 90_000 })).content, [])
})

test('a bank is returned by its id, also a closed one [S7.5-06]', async () => {
  await prepare()
  const { call } = api.asNobody()
  assert.deepEqual(await call(getBank, { id: 1 }), { id: 1, name: 'Access Bank', code: '044', nubanScheme: 'DMB' })
  const closed = allBanks.find(({ active }) => !active)!
  assert.equal((await call(getBank, { id: closed.id })).name, closed.name)
  await assert.rejects(call(getBank, { id: 99_999 }), { status: 404, code: 'bank_not_found' })
})

test('countries, states, currencies, types and categories are lists of ids and names [S7.5-06] [S3-05]', async () => {
  await prepare()
  const { call } = api.asNobody()
  const countries = (await call(listCountries, {})).content
  const nigeria = countries.find(({ code }) => code === 'NG')!
  assert.deepEqual([nigeria.name, countries.length > 190], ['Nigeria', true])
  const states = (await call(listStates, { id: nigeria.id })).content
  assert.equal(states.length, 37)
  assert.ok(states.every(({ id, name }) => typeof id === 'number' && name))
  assert.deepEqual((await call(listStates, { id: countries.find(({ code }) => code === 'GH')!.id })).content, [])
  await assert.rejects(call(listStates, { id: 1 }), { status: 404 })
  assert.deepEqual((await call(listCurrencies, {})).content, [{ code: 'NGN', name: 'Nigerian naira', decimals: 2 }])
  assert.equal((await call(listBusinessTypes, {})).content.length, 7)
  assert.ok((await call(listMerchantCategories, {})).content.length > 40)
})

test('a lookup can be cached, and is not sent again while it is unchanged', async () => {
  await prepare()
  const address = `${api.url}/live/core/banks/?limit=100000&offset=0`
  const first = await fetch(address)
  assert.match(first.headers.get('cache-control')!, /^public, max-age=\d+$/)
  const etag = first.headers.get('etag')!
  const again = await fetch(address, { headers: { 'if-none-match': `"other", W/${etag}` } })
  assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag])
  assert.equal((await fetch(address, { headers: { 'if-none-match': '"other"' } })).status, 200)
})

test('a lookup rejects an id that is no number or too large', async () => {
  await prepare()
  for (const query of ['limit=-1', 'limit=100001', 'limit=ten', 'offset=1.5', 'offset=-1', 'sort=name'])
    assert.equal((await fetch(`${api.url}/test/core/banks/?${query}`)).status, 400, query)
  for (const id of ['x', '-1', '1.5', '1e9'])
    assert.equal((await fetch(`${api.url}/test/core/banks/${id}`)).status, 400, id)
})
