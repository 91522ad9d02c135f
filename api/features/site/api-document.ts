/** The OpenAPI document (`api/http/openapi.ts`), as far as the documentation shows it. */

export interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  $ref?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  additionalProperties?: boolean | Schema
}
export interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
  $ref?: string
}
type Content = Record<string, { schema: Schema; example?: unknown }>
export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-callers'?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>
}
export interface ApiDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, { description?: string }>
  }
}
