import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startPayment } from '@adire/contract/checkout.ts'
import { type Endpoint, encode, isForMerchant, pathParameters } from '@adire/contract/endpoint.ts'
import { endpoints } from '@adire/contract/endpoints.ts'
import { createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { register } from '@adire/contract/registration.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { listFailed } from '../jobs/failed.ts'
import { startWorker } from '../jobs/worker.ts'
import type { TestApp } from './app.ts'
import { mailsTo } from './mails.ts'
import { activeMandate, tomorrow } from './mandates.ts'
import { cards, subscribing } from './subscribing.ts'

type Fields = Record<string, unknown>
type Scene = Awaited<ReturnType<typeof openScene>>

/** The table of what an address begins with. */
const tables: Record<string, string> = {
  customers: 'customers',
  payments: 'payments',
  refunds: 'refunds',
  plans: 'plans',
  splits: 'splits',
  disputes: 'disputes',
  settlements: 'settlements',
  'payment-links': 'payment_links',
  invoice: 'invoices',
  subscribe: 'subscriptions',
  'split-parties': 'split_parties',
  'bank-accounts': 'bank_accounts',
  'api-keys': 'api_keys',
  'webhook-endpoints': 'webhook_endpoints',
  'webhook-deliveries': 'webhook_deliveries',
  'direct-debit': 'mandates',
  'cancel-schedule': 'mandate_debits',
  'send-direct-draft': 'mandates',
}

/** A business with something of most kinds. */
async function openScene(t: Parameters<typeof subscribing>[0]) {
  const scene = await subscribing(t)
  const { app, merchant, person, payer } = scene
  const { id: planId } = await scene.plan()
  await scene.subscribe(planId)
  const dueOn = tomorrow(app, 7)
  const bill = { customerEmail: 'ada@example.com', description: 'Lace', amountKobo: 500_000, dueOn }
  const { id: invoiceId } = await merchant.call(createSimpleInvoice, bill)
  await merchant.call(sendInvoice, { id: invoiceId })
  await activeMandate(app, merchant)
  await merchant.call(confirmUser, { password: person.password })
  await merchant.call(createWebhookEndpoint, { url: `${app.url}/nowhere` })
  await scene.settle()
  const { slug } = await scene.linkTo(planId)
  const pending = async () =>
    (await payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'obi@example.com' })).accessCode
  const idOf = async (endpoint: Endpoint) => {
    const first = endpoint.path.replace(/^api\/v1\//, '').split('/')[0]!
    if (first === 'users') return person.userId
    const table = tables[first]
    if (table === undefined) return undefined
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query<{ id: string }>(`select id from ${table} where merchant_id = $1 order by id limit 1`, [
        person.merchantId,
      ]),
    )
    return rows[0]?.id
  }
  return { ...scene, planId, slug, dueOn, pending, idOf }
}

const newcomer = { businessName: 'Tola Atelier', countryId: 566, email: 'tola@example.com', password: 'Indigo-2026' }

/** What most fields of that name hold. */
const usual: Fields = {
  ...newcomer,
  email: 'ada@example.com',
  customerEmail: 'ada@example.com',
  name: 'Lace',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '08031234567',
  amountKobo: 250_000,
  note: 'A note',
  reason: 'requested_by_customer',
  description: 'Lace',
  narration: 'Lace',
  bankId: 8,
  accountNumber: '0000000017',
  interval: 'monthly',
  when: 'now',
  active: false,
  enabled: true,
  published: false,
  list: 'transactions',
  query: 'status=failed',
  type: 'charge.success',
  outcome: 'success',
}

/** What an endpoint needs besides, to do what it is for. */
const special: Record<string, (scene: Scene) => Promise<Fields> | Fields> = {
  register: () => ({ ...newcomer, email: 'twice@example.com' }),
  forgotPassword: ({ person }) => ({ email: person.email }),
  validatePassword: ({ person }) => ({ currentPassword: person.password }),
  confirmUser: ({ person }) => ({ password: person.password }),
  changePassword: ({ person }) => ({
    currentPassword: person.password,
    newPassword: 'Indigo-2027',
    confirmPassword: 'Indigo-2027',
  }),
  createSimpleInvoice: ({ dueOn }) => ({ dueOn }),
  createCustomer: () => ({ email: 'new.customer@example.com' }),
  createWebhookEndpoint: ({ app }) => ({ url: `${app.url}/another` }),
  startPayment: ({ slug }) => ({ slug, checkoutId: crypto.randomUUID() }),
  payByCard: async ({ pending }) => ({ accessCode: await pending(), ...cards.good }),
  simulateOutcome: async ({ pending }) => ({ accessCode: await pending() }),
  cancelSubscription: () => ({ when: 'now' }),
  blacklistCustomer: () => ({ reason: 'fraud' }),
  recordInvoicePayment: ({ app }) => ({ amountKobo: 500_000, method: 'cash', paidOn: tomorrow(app, 0) }),
  updateNotificationPreferences: () => {
    const each = { email: true, dashboard: true }
    return { payment: each, dispute: each, kyc: each, settlement: each }
  },
}

const requiredOf = (endpoint: Endpoint): string[] => {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as { required?: string[] }
  return schema.required ?? []
}

async function inputFor(scene: Scene, name: string, endpoint: Endpoint): Promise<Fields> {
  const needed = [...new Set([...requiredOf(endpoint), ...pathParameters(endpoint.path)])]
  const fields: Fields = Object.fromEntries(needed.map((field) => [field, usual[field] ?? 'none']))
  if ('id' in fields) fields.id = (await scene.idOf(endpoint)) ?? crypto.randomUUID()
  if ('planId' in fields) fields.planId = scene.planId
  if ('slug' in fields) fields.slug = scene.slug
  if (isForMerchant(endpoint)) fields.merchantId = scene.merchant.merchantId
  return { ...fields, ...(await special[name]?.(scene)) }
}

async function send({ app, person }: Scene, endpoint: Endpoint, fields: Fields, client: string): Promise<number> {
  const { path, body } = encode(endpoint, fields)
  const token = endpoint.access === 'client' ? client : endpoint.access === 'public' ? undefined : person.token
  const response = await fetch(`${app.url}/test/${endpoint.server}/${path}`, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  await response.body?.cancel()
  return response.status
}

/** What ends something that others need comes last, and what ends the session last of all. */
const lateness = (name: string) =>
  /^(logOut|end|changePassword|addMerchant)/.test(name)
    ? 2
    : /^(delete|cancel|erase|revoke|remove|decline)/.test(name)
      ? 1
      : 0

const due = ({ runtime }: TestApp) =>
  runtime.database.read(async (tx) => {
    const { rows } = await tx.execute<{ jobs: number; kinds: number; doubled: number }>(sql`
      select coalesce(sum(n), 0)::int as jobs, count(distinct job)::int as kinds,
        count(*) filter (where key is not null and n > 1)::int as doubled
      from (select job, key, count(*) as n from outbox where run_at <= now() group by job, key) each`)
    return rows[0]!
  })

test('two equal requests at once to any endpoint leave the background work running', async (t) => {
  const scene = await openScene(t)
  const { app } = scene
  const client = await app.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
  const inOrder = Object.entries(endpoints).sort(([one], [other]) => lateness(one) - lateness(other))
  const done: string[] = []
  for (const [name, endpoint] of inOrder) {
    const fields = await inputFor(scene, name, endpoint)
    const statuses = await Promise.all([send(scene, endpoint, fields, client), send(scene, endpoint, fields, client)])
    assert.ok(Math.max(...statuses) < 500, `${name} ${statuses}`)
    if (Math.min(...statuses) < 300) done.push(name)
  }
  // So that this test goes on to try what it is for.
  assert.ok(done.length > 100, `only ${done.length} endpoints did something: ${done}`)
  const { kinds, doubled } = await due(app)
  assert.ok(kinds >= 8 && doubled >= 3, `${kinds} kinds of jobs, ${doubled} twice with one key`)

  await app.asClient().call(register, newcomer)
  const worker = await startWorker(app.runtime, pino({ level: 'silent' }))
  t.after(() => worker.stop())
  const deadline = Date.now() + 120_000
  while ((await due(app)).jobs > 0 || (await mailsTo(app, newcomer.email)).length === 0) {
    assert.ok(Date.now() < deadline, 'all that is due leaves the outbox, and the last mail arrives')
    await pause(50)
  }
  assert.deepEqual(await app.runtime.database.read((tx) => listFailed(tx, 0, 10)), [])
})
