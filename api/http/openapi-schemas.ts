import { descriptionOf } from '@adire/contract/describe.ts'
import { schemaAreas } from '@adire/contract/schemas.ts'
import * as z from 'zod/mini'
import type { JsonObject } from './openapi.ts'
import { withPortablePatterns } from './openapi-patterns.ts'

type Fields = Record<string, z.ZodMiniType>

export interface OpenapiSchemas {
  /** JSON schema of the fields of an endpoint's input. */
  inputOf(schema: z.ZodMiniType): { properties: Record<string, JsonObject>; required: string[] }
  /** JSON schema of a response; named contract schemas are references. */
  outputOf(schema: z.ZodMiniType): JsonObject
  /** All referenced schemas, by name. */
  named(): Record<string, JsonObject>
}

/** Converts the contract's schemas to JSON Schema, with the contract's descriptions. */
export function openSchemas(): OpenapiSchemas {
  const { registry, byName } = namedSchemas()
  const components: Record<string, JsonObject> = {}
  const describeComponent = (schema: z.ZodMiniType, { id: _, ...found }: JsonObject): JsonObject => {
    const component = referring(found) as JsonObject & { properties?: Record<string, JsonObject> }
    const fields = fieldsOf(schema)
    // A field that refers to a component has the description of the component, unless it has its own.
    const describeField = (field: string) => (registry.has(fields[field]!) ? undefined : descriptionOf(fields[field]!))
    return {
      description: descriptionOf(schema),
      ...component,
      ...(component.properties && { properties: describeFields(component.properties, describeField) }),
    }
  }
  return {
    inputOf(schema) {
      const { properties = {}, required = [] } = jsonSchema(schema, 'input') as Partial<
        ReturnType<OpenapiSchemas['inputOf']>
      >
      return {
        properties: describeFields(properties, (field) => {
          const schemaOfField = fieldsOf(schema)[field]
          return (schemaOfField && findDescription(schemaOfField)) ?? everywhere[field]
        }),
        required: [...required],
      }
    },
    outputOf(schema) {
      const { $defs = {}, ...root } = jsonSchema(schema, 'output', registry) as JsonObject & {
        $defs?: Record<string, JsonObject>
      }
      for (const [name, found] of Object.entries($defs))
        components[name] ??= describeComponent(byName.get(name)!, found)
      return referring(root) as JsonObject
    },
    named: () => Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Descriptions of fields that mean the same in every endpoint. */
const everywhere: Record<string, string> = {
  email: 'Email address of the customer.',
  status: 'Status filter. Optional.',
  channel: 'Payment channel filter. Optional.',
  search: 'Search text. Optional.',
  columns: 'Columns of the file, separated by commas. Optional; default: all columns.',
  amountKobo: 'Amount in kobo.',
  interval: 'Interval between two charges.',
  reason: 'Reason of the change.',
  note: 'Internal note.',
  narration: 'Text on the bank statement of the payer.',
  draft: 'Whether to store a draft only. Optional; default: false.',
  customerId: 'Id of a customer.',
  paymentId: 'Id of a payment.',
  planId: 'Id of a plan.',
  settlementId: 'Id of a settlement.',
  from: 'First day in Lagos, included.',
  to: 'Last day in Lagos, included.',
}

/** Description of a schema, or of the schema that it makes optional. */
function findDescription(schema: z.ZodMiniType): string | undefined {
  const { innerType } = schema._zod.def as { innerType?: z.ZodMiniType }
  return descriptionOf(schema) ?? (innerType && findDescription(innerType))
}

const fieldsOf = (schema: z.ZodMiniType) => (schema as Partial<z.ZodMiniObject<Fields>>).shape ?? {}

function describeFields(
  properties: Record<string, JsonObject>,
  describeField: (field: string) => string | undefined,
): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const description = describeField(field)
      return [field, description === undefined ? schema : { ...schema, description }]
    }),
  )
}

/** The object schemas that the contract exports with a description, each under its first name. */
function namedSchemas() {
  const registry = z.registry<{ id: string }>()
  const byName = new Map<string, z.ZodMiniType>()
  for (const area of Object.values(schemaAreas))
    for (const [id, value] of Object.entries(area)) {
      if (!(value instanceof z.ZodMiniObject) || !descriptionOf(value) || byName.has(id) || registry.has(value))
        continue
      registry.add(value, { id })
      byName.set(id, value)
    }
  return { registry, byName }
}

function jsonSchema(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  metadata = z.registry<{ id: string }>(),
): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      // The default bounds of integers carry no information, nor does the pattern of a string with a format.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
      if (made.format) delete made.pattern
      // The content of a file as it is: OpenAPI names only encodings such as base64.
      if (made.contentEncoding === 'binary') delete made.contentEncoding
      // A record with a fixed set of keys is an object with these properties, all required.
      const names = typeof made.propertyNames === 'object' ? made.propertyNames.enum : undefined
      if (!names || made.required?.length !== names.length) return
      made.properties = Object.fromEntries(names.map((name) => [String(name), made.additionalProperties ?? {}]))
      made.additionalProperties = false
      delete made.propertyNames
    },
  }) as JsonObject
  return withPortablePatterns(rest) as JsonObject
}

/** The same schema, with references into the document's `components/schemas`. */
const referring = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(referring)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === '$ref' && typeof part === 'string'
        ? [key, part.replace('#/$defs/', '#/components/schemas/')]
        : [key, referring(part)],
    ),
  )
}
