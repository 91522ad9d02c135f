import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@adire/contract/durations.ts'
import { encodeRequest, pathParameters } from '@adire/contract/endpoint.ts'
import { allRoutes } from '../servers.ts'
import { type TestApp, testApp, withLiveMode } from './app.ts'
import { changeCases } from './change-cases.ts'
import { runNow } from './drain.ts'
import { type Interrupter, openInterrupter } from './interrupt.ts'
import {
  type CaseEffect,
  creationCases,
  type OnceCase,
  type OnceFixture,
  openOnceFixture,
  paymentCases,
} from './once-cases.ts'
import { openOnce } from './open-once.ts'
import { passkeyOrigin } from './passkeys.ts'

/** Time after which a request without a response counts as interrupted. */
const cutOffMs = 31_000
/** Above the number of points in any request. */
const maxPoints = 60

let app: TestApp
/** A second process of the same product, which is stopped in the middle of requests. */
let mortal: TestApp
let interrupter: Interrupter
let fixture: OnceFixture

const prepare = openOnce(async (t) => {
  const env = { ...withLiveMode, PUBLIC_URL: passkeyOrigin }
  app = await testApp(t, env)
  app.forward(untilAfterRetries(Date.now()))
  mortal = await testApp(t, env, app)
  fixture = await openOnceFixture(app)
  interrupter = openInterrupter(mortal)
})

/**
 * Time until five past nine in Lagos. At nine, subscriptions that earlier tests left unpaid are charged again. All tests of this file together
 * move the clock by 22 hours, so none of them crosses that hour, whenever they run.
 */
const untilAfterRetries = (nowMs: number) => {
  const startsMs = (8 * 60 + 5) * 60_000 // in UTC
  return (startsMs + dayMs - (nowMs % dayMs)) % dayMs
}

const nameOf = ({ endpoint, title }: OnceCase) => `${endpoint.method} ${endpoint.path}${title ? `, ${title}` : ''}`

type Begun = Awaited<ReturnType<OnceCase['begin']>>

async function send(to: TestApp, { endpoint }: OnceCase, begun: Begun, key?: string) {
  const { input, by = fixture.user, mode = 'test' } = begun
  const given = endpoint.access === 'member' || endpoint.access === 'merchant' ? { merchantId: by.merchantId } : {}
  const { path, body } = encodeRequest(endpoint, { ...given, ...input })
  const token = endpoint.access === 'client' ? await clientToken() : endpoint.access === 'public' ? undefined : by.token
  const base = endpoint.server === 'operator' ? 'operator/api' : `${mode}/${endpoint.server}`
  const response = await fetch(`${to.url}/${base}/${path}`, {
    method: endpoint.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body }),
  })
  const replayed = response.headers.get('idempotency-replayed') === 'true'
  const text = await response.text()
  return { status: response.status, replayed, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}

const clientToken = () =>
  app.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(app.runtime.clock().getTime() + 3_600_000))

const tables = [
  ...new Set([...creationCases, ...paymentCases, ...changeCases].flatMap(({ effect }) => Object.keys(effect))),
]

/** Rows that are counted and are not a table. */
const parts: Record<string, string> = {
  add_on_events: `timeline_events where kind = 'add_ons_changed'`,
  required_factors: 'merchants where second_factor_required',
  setup_fees: 'subscription_invoices where setup_fee_kobo > 0',
}

const count = (): Promise<Record<string, number>> =>
  app.runtime.database.read(async (tx) => {
    const columns = tables.map((table) => `(select count(*) from ${parts[table] ?? table}) as "${table}"`)
    return (await tx.$client.query(`select ${columns.join(', ')}`)).rows[0]
  })

/** Rows added since `counted`, without tables that did not change. */
async function addedSince(counted: Record<string, number>): Promise<CaseEffect> {
  const now = await count()
  return Object.fromEntries(tables.map((name) => [name, now[name]! - counted[name]!]).filter(([, more]) => more !== 0))
}

/** Runs the background jobs of the next minutes. */
async function finishAll(): Promise<void> {
  app.forward(20 * 60_000)
  for (const name of ['renew-subscriptions', 'check-payments', 'check-refunds', 'debit-mandates'])
    await runNow(app.runtime, name)
  await app.drain()
}

function sum(...effects: CaseEffect[]): CaseEffect {
  const total: Record<string, number> = {}
  for (const effect of effects)
    for (const [name, many] of Object.entries(effect)) total[name] = (total[name] ?? 0) + many
  return total
}

/**
 * Sends new requests, each stopped one point later than the one before, until one completes. Resolves with the expected effect of all of
 * them, including the rows that `begin` added.
 */
async function atEachPoint(
  one: OnceCase,
  key: (() => string) | undefined,
  again: (begun: Begun, key?: string) => Promise<void>,
) {
  let expected: CaseEffect = {}
  for (let points = 0; points < maxPoints; points++) {
    const counted = await count()
    const begun = await one.begin(fixture)
    expected = sum(expected, await addedSince(counted), one.effect)
    const used = key?.()
    interrupter.endAfter(points)
    const first = await send(mortal, one, begun, used)
    const hadEnded = interrupter.revive()
    if (!hadEnded) assert.ok(first.status < 300, `${nameOf(one)} ${first.status} ${JSON.stringify(first.body)}`)
    await again(begun, used)
    if (!hadEnded) return expected
  }
  throw new Error(`${nameOf(one)} passes more than ${maxPoints} points`)
}

test('every endpoint that creates in several transactions is among the cases, and each can recognise a repeated request', () => {
  const inSeveral = allRoutes.filter(
    ({ endpoint, creation, withoutTransaction }) => endpoint.creates && (creation ?? withoutTransaction),
  )
  assert.deepEqual(
    inSeveral.map(({ endpoint }) => endpoint.path).sort(),
    creationCases.map(({ endpoint }) => endpoint.path).sort(),
  )
  for (const { endpoint, withoutTransaction, keyScope } of allRoutes.filter(({ endpoint }) => endpoint.creates)) {
    assert.ok(!withoutTransaction, endpoint.path)
    const hasAccount = endpoint.access !== 'public' && endpoint.access !== 'client'
    assert.ok(hasAccount || keyScope?.length, `${endpoint.path} names whose its keys are`)
    for (const field of pathParameters(endpoint.path)) assert.ok(hasAccount || keyScope!.includes(field), endpoint.path)
  }
})

for (const one of creationCases) {
  test(`${nameOf(one)}: interrupted at any point and repeated with its key, it has its effect once`, async () => {
    await prepare()
    const counted = await count()
    const expected = await atEachPoint(
      one,
      () => crypto.randomUUID(),
      async (begun, key) => {
        app.forward(cutOffMs)
        const again = await send(app, one, begun, key)
        assert.equal(again.status, 201, JSON.stringify(again.body))
        const third = await send(app, one, begun, key)
        assert.deepEqual(third, { ...again, replayed: true })
        app.forward(-cutOffMs)
      },
    )
    await finishAll()
    assert.deepEqual(await addedSince(counted), expected)
  })

  test(`${nameOf(one)}: sent at once to two processes with one key, it has its effect once`, async () => {
    await prepare()
    const counted = await count()
    const begun = await one.begin(fixture)
    const expected = sum(await addedSince(counted), one.effect)
    const key = crypto.randomUUID()
    const both = await Promise.all([app, mortal, app].map((to) => send(to, one, begun, key)))
    const codes = both.map(({ status, body }) => (status === 201 ? 201 : body.code))
    assert.ok(codes.includes(201), JSON.stringify(both))
    for (const code of codes) assert.ok(code === 201 || code === 'idempotency_in_progress', String(code))
    const made = both.find(({ status }) => status === 201)!
    assert.deepEqual((await send(app, one, begun, key)).body, made.body)
    await finishAll()
    assert.deepEqual(await addedSince(counted), expected)
  })
}

for (const one of [...creationCases, ...paymentCases]) {
  test(`${nameOf(one)}: interrupted at any point and not repeated, it takes effect as a whole or not at all`, async () => {
    await prepare()
    await atEachPoint(one, undefined, async () => {})
    await finishAll()
    await finishAll()
    const [ledgerRows, theirs] = await bothSides()
    assert.deepEqual(ledgerRows, theirs)
  })
}

/** Paid payments and processed refunds, in the product and at the sandbox processor. */
const bothSides = () =>
  app.runtime.database.read(async (tx) => {
    const ledgerRows = await tx.$client.query(`
      select 'payment' as kind, reference from payments where status in ('success', 'partially_refunded', 'refunded')
      union all select 'refund', reference from refunds where status = 'processed' order by 1, 2`)
    const theirs = await tx.$client.query(`
      select 'payment' as kind, reference from sandbox_charges where status = 'success'
      union all select 'refund', reference from sandbox_refunds where status = 'processed' order by 1, 2`)
    return [ledgerRows.rows, theirs.rows]
  })

for (const one of [...paymentCases, ...changeCases]) {
  test(`${nameOf(one)}: interrupted at any point and repeated, it has its effect once`, async () => {
    await prepare()
    const counted = await count()
    const expected = await atEachPoint(one, undefined, async (begun) => {
      app.forward(cutOffMs)
      await send(app, one, begun)
      app.forward(-cutOffMs)
    })
    await finishAll()
    assert.deepEqual(await addedSince(counted), nonZero(expected))
    const [ledgerRows, theirs] = await bothSides()
    assert.deepEqual(ledgerRows, theirs)
  })
}

for (const one of changeCases)
  test(`${nameOf(one)}: sent at once to two processes, it has its effect once`, async () => {
    await prepare()
    const counted = await count()
    const begun = await one.begin(fixture)
    const expected = sum(await addedSince(counted), one.effect)
    const statuses = await Promise.all([app, mortal, app].map(async (to) => (await send(to, one, begun)).status))
    assert.ok(Math.min(...statuses) < 300 && Math.max(...statuses) < 500, String(statuses))
    await finishAll()
    assert.deepEqual(await addedSince(counted), nonZero(expected))
  })

const nonZero = (effect: CaseEffect) => Object.fromEntries(Object.entries(effect).filter(([, more]) => more !== 0))
