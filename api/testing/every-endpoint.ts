import { startPayment } from '@adire/contract/checkout.ts'
import { type Endpoint, encodeRequest, isForMerchant, pathParameters } from '@adire/contract/endpoint.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import * as z from 'zod/mini'
import { activeMandate, dayFromNow } from './mandates.ts'
import { subscriptionFixture, testCards } from './subscribing.ts'

export type RequestFields = Record<string, unknown>
export type EndpointScene = Awaited<ReturnType<typeof openScene>>

/** Table by the first segment of the path. */
const tables: Record<string, string> = {
  customers: 'customers',
  payments: 'payments',
  refunds: 'refunds',
  plans: 'plans',
  coupons: 'coupons',
  splits: 'splits',
  disputes: 'disputes',
  settlements: 'settlements',
  'payment-links': 'payment_links',
  invoice: 'invoices',
  subscribe: 'subscriptions',
  'split-parties': 'split_recipients',
  'bank-accounts': 'bank_accounts',
  'api-keys': 'api_keys',
  'webhook-endpoints': 'webhook_endpoints',
  'webhook-deliveries': 'webhook_deliveries',
  'direct-debit': 'mandates',
  'cancel-schedule': 'mandate_debits',
  'send-direct-draft': 'mandates',
}

/** A business with objects of most types. */
export async function openScene(t: Parameters<typeof subscriptionFixture>[0]) {
  const scene = await subscriptionFixture(t)
  const { app, merchant, user, payer } = scene
  const { id: planId } = await scene.plan()
  await scene.subscribe(planId)
  const dueOn = dayFromNow(app, 7)
  const bill = { customerEmail: 'ada@example.com', description: 'Lace', amountKobo: 500_000, dueOn }
  const { id: invoiceId } = await merchant.call(createSimpleInvoice, bill)
  await merchant.call(sendInvoice, { id: invoiceId })
  await activeMandate(app, merchant)
  await merchant.call(confirmUser, { password: user.password })
  await merchant.call(createWebhookEndpoint, { url: `${app.url}/nowhere` })
  await scene.runDueJobs()
  const { slug } = await scene.linkTo(planId)
  const pending = async () =>
    (await payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'obi@example.com' })).accessCode
  const findObjectId = async (endpoint: Endpoint) => {
    const first = endpoint.path.replace(/^api\/v1\//, '').split('/')[0]!
    if (first === 'users') return user.userId
    const table = tables[first]
    if (table === undefined) return undefined
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query<{ id: string }>(`select id from ${table} where merchant_id = $1 order by id limit 1`, [
        user.merchantId,
      ]),
    )
    return rows[0]?.id
  }
  return { ...scene, planId, slug, dueOn, pending, idOf: findObjectId }
}

const late = [/^(delete|cancel|erase|revoke|remove|decline)/, /^addMerchant/, /^(logOut|end|changePassword)/]
const lateness = (name: string) => late.findIndex((names) => names.test(name))

/** All endpoints: those that end objects which others need come late, and those that end the session last. */
export const endpointsInOrder: [string, Endpoint][] = Object.entries(allEndpoints).sort(
  ([one], [other]) => lateness(one) - lateness(other),
)

export const newcomerInput = {
  businessName: 'Tola Atelier',
  countryId: 566,
  email: 'tola@example.com',
  password: 'Indigo-2026',
}

/** Default values by field name. */
const usual: RequestFields = {
  ...newcomerInput,
  email: 'ada@example.com',
  customerEmail: 'ada@example.com',
  name: 'Lace',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '08031234567',
  amountKobo: 250_000,
  note: 'A note',
  text: 'A note',
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

/** Texts by their format. */
const samples: Record<string, string> = {
  date: '2026-11-02',
  'date-time': '2026-11-02T09:00:00Z',
  email: 'ada@example.com',
  uuid: 'a1b2c3d4-0000-4000-8000-000000000000',
}

/** Extra values that an endpoint needs to succeed. */
const special: Record<string, (scene: EndpointScene) => Promise<RequestFields> | RequestFields> = {
  register: () => ({ ...newcomerInput, email: 'twice@example.com' }),
  forgotPassword: ({ user }) => ({ email: user.email }),
  validatePassword: ({ user }) => ({ currentPassword: user.password }),
  confirmUser: ({ user }) => ({ password: user.password }),
  changePassword: ({ user }) => ({
    currentPassword: user.password,
    newPassword: 'Indigo-2027',
    confirmPassword: 'Indigo-2027',
  }),
  createSimpleInvoice: ({ dueOn }) => ({ dueOn }),
  createCustomer: () => ({ email: 'new.customer@example.com' }),
  createWebhookEndpoint: ({ app }) => ({ url: `${app.url}/another` }),
  // Keys of the example in RFC 8291.
  enablePush: ({ app }) => ({
    endpoint: `${app.url}/push`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }),
  disablePush: ({ app }) => ({ endpoint: `${app.url}/push` }),
  checkCoupon: () => ({ code: 'NONE' }),
  startPayment: ({ slug }) => ({ slug, checkoutId: crypto.randomUUID() }),
  payByCard: () => testCards.good,
  cancelSubscription: () => ({ when: 'now' }),
  blacklistCustomer: () => ({ reason: 'fraud' }),
  recordInvoicePayment: ({ app }) => ({ amountKobo: 500_000, method: 'cash', paidOn: dayFromNow(app, 0) }),
  updateNotificationPreferences: () => {
    const each = { email: true, dashboard: true }
    return { payment: each, subscription: each, mandate: each, dispute: each, kyc: each, settlement: each }
  },
}

interface InputSchema {
  required?: string[]
  properties?: Record<string, unknown>
}

export const toInputSchema = (endpoint: Endpoint) =>
  z.toJSONSchema(schemasOf(endpoint).input, { io: 'input', unrepresentable: 'any' }) as InputSchema

/** A small value that a schema accepts; a text may break its pattern. */
function sample(schema: unknown): unknown {
  const json = (schema ?? {}) as z.core.JSONSchema.JSONSchema
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  if (json.anyOf) return sample(json.anyOf[0])
  switch (json.type) {
    case 'integer':
    case 'number':
      return Math.max(json.minimum ?? 1, 1)
    case 'boolean':
      return false
    case 'array':
      return json.minItems ? [sample(json.items)] : []
    case 'object':
      return Object.fromEntries((json.required ?? []).map((name) => [name, sample(json.properties?.[name])]))
    default:
      return (json.format && samples[json.format]) ?? 'none'
  }
}

/** Valid input of an endpoint, with ids of the business's objects. */
export async function inputFor(scene: EndpointScene, name: string, endpoint: Endpoint): Promise<RequestFields> {
  const { required = [], properties = {} } = toInputSchema(endpoint)
  const needed = [...new Set([...required, ...pathParameters(endpoint.path)])]
  const fields: RequestFields = Object.fromEntries(
    needed.map((field) => [field, usual[field] ?? sample(properties[field])]),
  )
  if ('id' in fields) fields.id = (await scene.idOf(endpoint)) ?? crypto.randomUUID()
  if ('planId' in fields) fields.planId = scene.planId
  if ('slug' in fields) fields.slug = scene.slug
  if (endpoint.path.includes('payments/:accessCode')) fields.accessCode = await scene.pending()
  if (isForMerchant(endpoint)) fields.merchantId = scene.merchant.merchantId
  return { ...fields, ...(await special[name]?.(scene)) }
}

/** Sends the request with the required credentials. Resolves with the status. */
export async function sendRequest(
  { app, user }: EndpointScene,
  endpoint: Endpoint,
  fields: RequestFields,
  client: string,
): Promise<number> {
  const { path, body } = encodeRequest(endpoint, fields)
  const token = endpoint.access === 'client' ? client : endpoint.access === 'public' ? undefined : user.token
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
