import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode, pathParameters } from '@adire/contract/endpoint.ts'
import { routes } from '../servers.ts'
import { type TestApp, testApp } from './app.ts'
import { runNow } from './drain.ts'
import { type Interrupter, interruptible } from './interrupt.ts'
import { type Case, creations, type Effect, openWorld, payments, type World } from './once-cases.ts'
import { openOnce } from './open-once.ts'

/** After this a request that has not answered counts as cut off. */
const cutOffMs = 31_000
/** No request passes so many. */
const mostPoints = 60

let app: TestApp
/** Another process of the same product, which is ended in the middle of requests. */
let mortal: TestApp
let interrupter: Interrupter
let world: World

const prepare = openOnce(async (t) => {
  app = await testApp(t)
  mortal = await testApp(t, {}, app)
  world = await openWorld(app)
  interrupter = interruptible(mortal)
})

const nameOf = ({ endpoint }: Case) => `${endpoint.method} ${endpoint.path}`

type Begun = Awaited<ReturnType<Case['begin']>>

async function send(to: TestApp, { endpoint }: Case, { input, by = world.person }: Begun, key?: string) {
  const given = endpoint.access === 'member' || endpoint.access === 'merchant' ? { merchantId: by.merchantId } : {}
  const { path, body } = encode(endpoint, { ...given, ...input })
  const token = endpoint.access === 'client' ? await clientToken() : endpoint.access === 'public' ? undefined : by.token
  const response = await fetch(`${to.url}/test/${endpoint.server}/${path}`, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body }),
  })
  const replayed = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, replayed, body: (await response.json()) as Record<string, unknown> }
}

const clientToken = () =>
  app.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(app.runtime.clock().getTime() + 3_600_000))

const tables = [...new Set([...creations, ...payments].flatMap(({ effect }) => Object.keys(effect)))]

const count = (): Promise<Record<string, number>> =>
  app.runtime.database.read(async (tx) => {
    const columns = tables.map((table) => `(select count(*) from ${table}) as "${table}"`)
    return (await tx.$client.query(`select ${columns.join(', ')}`)).rows[0]
  })

/** What was added since, without what stayed as it was. */
async function addedSince(counted: Record<string, number>): Promise<Effect> {
  const now = await count()
  return Object.fromEntries(tables.map((name) => [name, now[name]! - counted[name]!]).filter(([, more]) => more !== 0))
}

/** All that the background would do within the next minutes. */
async function finishAll(): Promise<void> {
  app.forward(20 * 60_000)
  for (const name of ['check-payments', 'check-refunds', 'debit-mandates']) await runNow(app.runtime, name)
  await app.drain()
}

function sum(...effects: Effect[]): Effect {
  const total: Record<string, number> = {}
  for (const effect of effects)
    for (const [name, many] of Object.entries(effect)) total[name] = (total[name] ?? 0) + many
  return total
}

/**
 * Sends a new request each time, ended one point later, until one is not ended any more. Answers what all of them should
 * have left behind, with what was there before they were sent.
 */
async function atEachPoint(
  one: Case,
  key: (() => string) | undefined,
  again: (begun: Begun, key?: string) => Promise<void>,
) {
  let expected: Effect = {}
  for (let points = 0; points < mostPoints; points++) {
    const counted = await count()
    const begun = await one.begin(world)
    expected = sum(expected, await addedSince(counted), one.effect)
    const used = key?.()
    interrupter.endAfter(points)
    const first = await send(mortal, one, begun, used)
    const hadEnded = interrupter.revive()
    if (!hadEnded) assert.ok(first.status < 300, `${nameOf(one)} ${first.status} ${JSON.stringify(first.body)}`)
    await again(begun, used)
    if (!hadEnded) return expected
  }
  throw new Error(`${nameOf(one)} passes more than ${mostPoints} points`)
}

test('every creating endpoint of several transactions is among the cases, and none is served that could not recognise a repeated request', () => {
  const inSeveral = routes.filter(({ endpoint, creation, inSteps }) => endpoint.creates && (creation ?? inSteps))
  assert.deepEqual(
    inSeveral.map(({ endpoint }) => endpoint.path).sort(),
    creations.map(({ endpoint }) => endpoint.path).sort(),
  )
  for (const { endpoint, inSteps, keyScope } of routes.filter(({ endpoint }) => endpoint.creates)) {
    assert.ok(!inSteps, endpoint.path)
    const hasAccount = endpoint.access !== 'public' && endpoint.access !== 'client'
    assert.ok(hasAccount || keyScope?.length, `${endpoint.path} names whose its keys are`)
    for (const field of pathParameters(endpoint.path)) assert.ok(hasAccount || keyScope!.includes(field), endpoint.path)
  }
})

for (const one of creations) {
  test(`${nameOf(one)}: ended at any point and sent again with its key, it has its effect once`, async () => {
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
    const begun = await one.begin(world)
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

for (const one of [...creations, ...payments]) {
  test(`${nameOf(one)}: ended at any point and not sent again, it is carried out as a whole or not at all`, async () => {
    await prepare()
    await atEachPoint(one, undefined, async () => {})
    await finishAll()
    await finishAll()
    const [own, theirs] = await bothSides()
    assert.deepEqual(own, theirs)
  })
}

/** The payments that are paid and the refunds that are processed: in our books, and in the sandbox processor's. */
const bothSides = () =>
  app.runtime.database.read(async (tx) => {
    const own = await tx.$client.query(`
      select 'payment' as kind, reference from payments where status in ('success', 'partially_refunded', 'refunded')
      union all select 'refund', reference from refunds where status = 'processed' order by 1, 2`)
    const theirs = await tx.$client.query(`
      select 'payment' as kind, reference from sandbox_charges where status = 'success'
      union all select 'refund', reference from sandbox_refunds where status = 'processed' order by 1, 2`)
    return [own.rows, theirs.rows]
  })

for (const one of payments) {
  test(`${nameOf(one)}: ended at any point and sent again, it has its effect once`, async () => {
    await prepare()
    const counted = await count()
    const expected = await atEachPoint(one, undefined, async (begun) => {
      app.forward(cutOffMs)
      await send(app, one, begun)
      app.forward(-cutOffMs)
    })
    await finishAll()
    assert.deepEqual(await addedSince(counted), expected)
    const [own, theirs] = await bothSides()
    assert.deepEqual(own, theirs)
  })
}
