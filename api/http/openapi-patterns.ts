import type { JsonObject } from './openapi.ts'

/**
 * A pattern of the contract for any language: Python and PHP know neither `\p{…}` of control characters nor `\u`. Lone surrogates, which
 * UTF-8 does not have, and invisible characters are left out. Generators of clients write patterns into strings, which a quotation mark
 * would end. Undefined for a pattern that has no such form; the description of the field has its rule in words.
 */
function toPortablePattern(pattern: string): string | undefined {
  const portable = pattern
    .replaceAll(/\\p\{C[fs]\}/g, '')
    .replaceAll('\\p{Cc}', String.raw`\x00-\x1f\x7f-\x9f`)
    .replaceAll('"', String.raw`\x22`)
  return /\\[pPuU]/.test(portable) ? undefined : portable
}

/** The same JSON schema with portable patterns. */
export function withPortablePatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPortablePatterns)
  if (typeof value !== 'object' || value === null) return value
  const { pattern, allOf, ...rest } = value as JsonObject
  const schema = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, withPortablePatterns(part)]))
  if (typeof pattern === 'string') {
    const portable = toPortablePattern(pattern)
    if (portable !== undefined) schema.pattern = portable
  } else if (pattern !== undefined) schema.pattern = withPortablePatterns(pattern)
  if (!Array.isArray(allOf)) return schema
  const parts = allOf.map(withPortablePatterns).filter((part) => Object.keys(part as JsonObject).length > 0)
  if (parts.length === 1) return { ...schema, ...(parts[0] as JsonObject) }
  return parts.length === 0 ? schema : { ...schema, allOf: parts }
}
