import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiConnection, CallError, callEndpoint } from '@adire/contract/call.ts'
import { startPayment } from '@adire/contract/checkout.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { register } from '@adire/contract/registration.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { addPaymentLink } from '../features/payment-links/add-link.ts'
import { atEnd } from './at-end.ts'
import type { CrashServer } from './crash-server.ts'
import { type CrashedDatabase, openCrashedDatabase } from './crashed-database.ts'
import { createUser, type TestUser } from './users.ts'

/** A business with a link, and a session and a client token that the server accepts. */
export async function prepareTraffic({ runtime }: CrashedDatabase) {
  const who = await createUser(runtime, 'outage')
  const slug = `outage-${crypto.randomUUID()}`
  await runtime.database.write((tx) =>
    addPaymentLink(tx, {
      merchantId: who.merchantId,
      slug,
      name: 'Aso oke, one metre',
      amountKobo: 150_000,
      feeBearer: 'merchant',
      status: 'active',
      createdAt: runtime.clock(),
    }),
  )
  const client = await runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
  return { who, slug, client }
}

export type PreparedTraffic = { who: TestUser; slug: string; client: string }

/** Time that any request gets, in ms. */
const requestTimeoutMs = 30_000

/** Time between two requests of one caller, in ms. Without it the traffic alone would keep the machine busy. */
const betweenRequestsMs = 25

/** Repeats reads, writes, jobs and sign-ins until it is stopped, or the test ends. `statuses` counts the responses. */
export function openTraffic(t: TestContext, server: CrashServer, { who, slug, client }: PreparedTraffic) {
  const statuses = new Map<string, number>()
  const note = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const connection: ApiConnection = {
    baseUrl: (name) => `${server.url}/test/${name}`,
    token: ({ access }) => (access === 'public' ? undefined : access === 'client' ? client : who.token),
    merchantId: () => who.merchantId,
  }
  const signIn = async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'web', client_secret: 'wrong' })
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const status = await fetch(`${server.url}/test/core/oauth/token`, { method: 'POST', body, signal }).then(
      (response) => response.status,
      (error: Error) => error.name,
    )
    note(`sign-in ${status}`)
  }
  let number = 0
  const email = () => `payer-${++number}@example.com`
  const newcomer = () => ({ businessName: 'Tola Atelier', countryId: 566, email: email(), password: 'Indigo-2026' })
  const kinds: Record<string, () => Promise<unknown>> = {
    list: () => callEndpoint(connection, listPayments, {}),
    pay: () => callEndpoint(connection, startPayment, { slug, checkoutId: crypto.randomUUID(), email: email() }),
    register: () => callEndpoint(connection, register, newcomer()),
  }
  let stopped = false
  const again = async (kind: string, once: () => Promise<unknown>) => {
    while (!stopped) {
      try {
        await once()
        note(`${kind} ok`)
      } catch (error) {
        assert.ok(error instanceof CallError, String(error))
        note(`${kind} ${error.status} ${error.code}`)
      }
      // A registration hashes a password, which is slow by design.
      await pause(kind === 'register' ? 10 * betweenRequestsMs : betweenRequestsMs)
    }
  }
  const going = Promise.all([
    ...[1, 2].flatMap(() => Object.entries(kinds).map(([kind, once]) => again(kind, once))),
    (async () => {
      while (!stopped) {
        await signIn()
        await pause(betweenRequestsMs)
      }
    })(),
  ])
  // A test that fails must not leave it running: its process would never end.
  atEnd(t, async () => {
    stopped = true
    await going.catch(() => {}) // `stop` reports it
  })
  const stop = async () => {
    // Continues until each kind of request has succeeded, now without interruptions.
    const isDone = () => Object.keys(kinds).every((kind) => statuses.has(`${kind} ok`))
    const deadline = Date.now() + 120_000
    while (!isDone() && Date.now() < deadline) await pause(50)
    stopped = true
    await going
    return statuses
  }
  return { statuses: statuses as ReadonlyMap<string, number>, stop }
}

/** Only successes and "busy, try again": no server error, no call without a response, no other error. */
export function checkResponses(statuses: ReadonlyMap<string, number>) {
  for (const status of statuses.keys())
    assert.match(status, / (ok|400|401|503( busy| unavailable)?|429.*)$/, JSON.stringify([...statuses]))
  for (const kind of ['list', 'pay', 'register']) assert.ok(statuses.has(`${kind} ok`), kind)
}

/** Waits until `/health` is up. */
export async function untilUp({ url }: CrashServer): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const up = await fetch(`${url}/health`, { signal: AbortSignal.timeout(requestTimeoutMs) }).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (up) return
    assert.ok(Date.now() < deadline, 'the server is up again')
    await pause(100)
  }
}

/** A migrated built-in database under `dataDir` with this business; stopped. */
export async function prepareBuiltIn(dataDir: string): Promise<{ url: string; prepared: PreparedTraffic }> {
  const { url, stop } = await startEmbedded({ dataDir })
  await migrateDatabase(url)
  const crashedDatabase = await openCrashedDatabase(url, dataDir)
  const prepared = await prepareTraffic(crashedDatabase)
  await crashedDatabase.runtime.live.close()
  await crashedDatabase.runtime.database.close()
  await stop()
  return { url, prepared }
}
