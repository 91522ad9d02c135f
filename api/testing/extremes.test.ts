import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allStaffEndpoints } from '@adire/contract/back-office/areas.ts'
import { CallError } from '@adire/contract/call.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { inputFor, openScene, sendRequest, toInputSchema } from './every-endpoint.ts'
import { asStaff, createStaff } from './staff.ts'

/** Extreme values by format, at the limits of the field and of PostgreSQL. */
const extremes: Record<string, unknown[]> = {
  '"format":"date"': ['0000-01-01', '0001-01-01', '9999-12-31'],
  '"format":"date-time"': ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-23:59'],
  '"format":"uuid"': ['ffffffff-ffff-4fff-bfff-ffffffffffff', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  '"type":"integer"': [2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  '"type":"number"': [1e300, -1e300, 2 ** 63],
}

const listExtremes = (schema: unknown) => {
  const text = JSON.stringify(schema)
  return Object.entries(extremes).flatMap(([form, values]) => (text.includes(form) ? values : []))
}

test('the lowest and highest day, instant, id and amount get a response or a rejection, never an internal error', async (t) => {
  const scene = await openScene(t)
  const client = await scene.app.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
  let sent = 0
  const failed: string[] = []
  for (const [name, endpoint] of Object.entries(allEndpoints)) {
    if (/^(logOut|end|changePassword)/.test(name)) continue
    for (const [field, schema] of Object.entries(toInputSchema(endpoint).properties ?? {}))
      for (const value of listExtremes(schema)) {
        const isList = JSON.stringify(schema).includes('"type":"array"')
        const fields = { ...(await inputFor(scene, name, endpoint)), [field]: isList ? [value] : value }
        const status = await sendRequest(scene, endpoint, fields, client)
        sent++
        if (status >= 500 || status === 401) failed.push(`${name} ${field} ${value}: ${status}`)
      }
  }
  assert.deepEqual(failed, [])
  assert.ok(sent > 200, `only ${sent} requests were sent`)
})

/** Texts that a search reads in different ways: amounts, digits of cards and accounts, references, names, and characters of patterns. */
const searches = [
  ...['5000', '5,000.00', '0', '4081', '0000000017', '08031234567', '99999999999999999999', '-1', '1e9', 'INV-0001'],
  ...['ada', 'Ada Obi', 'ada 4081', 'ada 5,000', 'pay_0123456789abcdef', '00000000-0000-4000-8000-000000000000'],
  ...['ada@example.com', 'ẹ̀kọ́', '%', '_', '\\', "it's", '"', 'a & !b | (c', '*:', '{}', 'x'.repeat(100)],
]

test('every list can be searched for any text, in the dashboard and the back office', async (t) => {
  const scene = await openScene(t)
  const call = asStaff(scene.app, await createStaff(scene.app, 'admin'))
  const searched = (endpoints: Record<string, Endpoint>) =>
    Object.entries(endpoints).filter(
      ([, endpoint]) => endpoint.method === 'GET' && 'search' in (toInputSchema(endpoint).properties ?? {}),
    )
  const lists = [
    ...searched(allEndpoints).map(([name, endpoint]) => ({
      name,
      statusOf: async (search: string) =>
        sendRequest(scene, endpoint, { ...(await inputFor(scene, name, endpoint)), search }, ''),
    })),
    ...searched(allStaffEndpoints).map(([name, endpoint]) => ({
      name,
      statusOf: (search: string) =>
        call(endpoint, { search }).then(
          () => 200,
          (error) => (error instanceof CallError ? error.status : 500),
        ),
    })),
  ]
  const failed: string[] = []
  for (const { name, statusOf } of lists)
    for (const search of searches) {
      const status = await statusOf(search)
      if (status >= 500 || status === 401) failed.push(`${name} ${search}: ${status}`)
    }
  assert.deepEqual(failed, [])
  assert.ok(lists.length * searches.length > 500, `only ${lists.length} lists were searched`)
})
