import { type Endpoint, isForMerchant } from '@adire/contract/endpoint.ts'
import { type ErrorCode, errorCodes, statusesOf } from '@adire/contract/error-codes.ts'
import type { JsonObject } from './openapi.ts'

/** Error responses of an endpoint by status. A status of its own error codes describes these. */
export function buildErrorResponses(endpoint: Endpoint, hasPathParameters: boolean): JsonObject {
  const general = [
    400,
    endpoint.access !== 'public' && 401,
    endpoint.access !== 'public' && 403,
    (hasPathParameters || isForMerchant(endpoint)) && 404,
    endpoint.method !== 'GET' && 409,
    422,
    429,
    503,
  ].filter((status) => status !== false)
  const statuses = new Set([...general, ...endpoint.errors.flatMap(statusesOf)])
  return Object.fromEntries(
    [...statuses].map((status) => {
      const own = endpoint.errors.filter((code) => statusesOf(code).includes(status))
      const $ref = `#/components/responses/${status}`
      return [String(status), own.length === 0 ? { $ref } : { $ref, description: describeCodes(own) }]
    }),
  )
}

const describeCodes = (codes: readonly ErrorCode[]) =>
  codes.map((code) => `\`${code}\`: ${errorCodes[code].description}`).join(' ')
