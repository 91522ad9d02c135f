import type { Mode } from '@adire/contract/call.ts'
import type { FastifyRequest } from 'fastify'
import type { Runtime } from '../runtime.ts'
import { keyedRequest } from './idempotency.ts'
import type { ApiCaller } from './identify.ts'
import { problem } from './problem.ts'
import type { Fields } from './read-input.ts'
import type { EndpointRoute } from './route.ts'

interface KeyedInput {
  request: FastifyRequest
  caller: ApiCaller
  fields: Fields
}

/** @throws validation_error (400) when the key is empty: its sender relies on a key that is missing */
export function toIdempotencyKey(
  runtime: Runtime,
  mode: Mode,
  route: EndpointRoute,
  { request, caller, fields }: KeyedInput,
) {
  const { endpoint } = route
  const key = request.headers['idempotency-key']
  if (!endpoint.creates || typeof key !== 'string') return undefined
  if (key === '') throw problem.invalid([{ field: 'Idempotency-Key', message: 'Use 1 to 255 characters' }])
  const path = `${endpoint.method} ${endpoint.server}/${endpoint.path}`
  const owner = `${mode}/${keyOwner(runtime.vault, route, caller, fields)}`
  const keyed = keyedRequest(runtime.vault, owner, key, path, { fields, merchantId: caller.merchant?.id })
  return endpoint.returnsSecret ? { ...keyed, sealedBy: runtime.vault } : keyed
}

/** Owner of a key: the caller; for callers without an account also the values of `keyScope`, such as the business and order. */
function keyOwner(vault: Runtime['vault'], { keyScope }: EndpointRoute, { name }: ApiCaller, fields: Fields): string {
  if (!keyScope) return name
  return `${name}:${vault.fingerprint(JSON.stringify(keyScope.map((field) => fields[field])))}`
}
