type Json = Record<string, unknown>

/**
 * The OpenAPI document for a generator that knows only OpenAPI 3.0: the converter changes the version, but rejects what
 * 3.0 has no form for. A value of several types has any type, and `null` becomes `nullable`.
 */
export function toGeneratorInput(document: object): Json {
  const { info, ...rest } = document as { info: Json } & Json
  const { summary: _, ...kept } = info
  return { info: kept, ...(withoutNull(rest) as Json) }
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull)
  if (typeof value !== 'object' || value === null) return value
  const { propertyNames: _, default: standard, ...schema } = value as Json
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, withoutNull(part)]))
  if (standard !== undefined && standard !== null) parts.default = standard
  return withAlternatives(parts)
}

function withAlternatives({ type, anyOf, ...schema }: Json): Json {
  if (Array.isArray(type)) {
    const [only, ...more] = type.filter((one) => one !== 'null')
    return { ...schema, ...(more.length === 0 && { type: only }), ...(type.includes('null') && { nullable: true }) }
  }
  if (!Array.isArray(anyOf)) return { ...schema, ...(type !== undefined && { type }) }
  const others = (anyOf as Json[]).filter((one) => one.type !== 'null')
  const nullable = others.length < anyOf.length && { nullable: true }
  if (others.length > 1) return { ...schema, anyOf: others, ...nullable }
  const [only = {}] = others
  return '$ref' in only ? { ...schema, allOf: others, ...nullable } : { ...only, ...schema, ...nullable }
}
