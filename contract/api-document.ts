import type { ErrorCode } from './error-codes.ts'

/** Types of the OpenAPI document (`api/http/openapi.ts`), limited to the parts that the documentation shows. */

export interface ApiSchema {
  type?: string | string[]
  format?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  properties?: Record<string, ApiSchema>
  required?: readonly string[]
  items?: ApiSchema
  anyOf?: readonly ApiSchema[]
  allOf?: readonly ApiSchema[]
  $ref?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  default?: unknown
  additionalProperties?: boolean | ApiSchema
}
export interface ApiParameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: ApiSchema
  example?: unknown
  $ref?: string
}
type Content = Record<string, { schema: ApiSchema; example?: unknown }>
export interface ApiOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-callers'?: string[]
  'x-error-codes'?: readonly ErrorCode[]
  parameters?: ApiParameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>
}
export interface ApiDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  /** Webhook events by type. */
  webhooks: Record<string, { post: ApiOperation }>
  components: {
    schemas: Record<string, ApiSchema>
    parameters: Record<string, ApiParameter>
    responses: Record<string, { description?: string }>
  }
}
