import type { ApiSchema } from '@adire/contract/api-document.ts'

/** Patterns of the OpenAPI document in words. Another pattern is shown as it is. */
const patterns: Record<string, string> = {
  '^[^\\x00-\\x1f\\x7f-\\x9f]*$': 'one line of text',
  '^(?:[^\\x00-\\x1f\\x7f-\\x9f]|[\\n\\r\\t])*$': 'text',
  '^[A-Za-z0-9][A-Za-z0-9._=-]{0,63}$': '1 to 64 letters, digits and . _ = -, beginning with a letter or digit',
  '^[A-Za-z][A-Za-z0-9_.-]{0,39}$': 'up to 40 letters, digits and _ . -, beginning with a letter',
  '^[a-z][a-z0-9_]{0,39}$': 'up to 40 lower-case letters, digits and _, beginning with a letter',
  '^\\d+$': 'digits',
  '^\\d{6}$': '6 digits',
  '^\\d{10}$': '10 digits',
  '^\\d{11}$': '11 digits',
  '^\\w+(,\\w+)*$': 'names, separated by commas',
  '^[^<>]*$': 'without < and >',
}

function describePattern(pattern: string): string {
  if (pattern.includes('@[a-z0-9]')) return 'an email address'
  return patterns[pattern] ?? `matches \`${pattern}\``
}

/** `1 to 64 characters`; the unit is in the singular, or empty. */
function describeRange(minimum: number | undefined, maximum: number | undefined, unit = ''): string | undefined {
  const count = (value: number) => `${value}${unit && ` ${unit}${value === 1 ? '' : 's'}`}`
  if (minimum !== undefined && maximum !== undefined)
    return minimum === maximum ? count(minimum) : `${minimum} to ${count(maximum)}`
  if (minimum !== undefined) return `at least ${count(minimum)}`
  return maximum === undefined ? undefined : `at most ${count(maximum)}`
}

/** Limits and default of a field in words: `1 to 100 characters; one line of text; default: 10`. */
export function describeLimits(schema: ApiSchema): string {
  const value = schema.anyOf?.find(({ type }) => type !== 'null')
  if (value) return describeLimits({ ...value, default: schema.default ?? value.default })
  const all = [schema.pattern, ...(schema.allOf ?? []).map((part) => part.pattern)]
  const words = all.filter((pattern) => pattern !== undefined).map(describePattern)
  return [
    describeRange(schema.minimum, schema.maximum),
    describeRange(schema.minLength, schema.maxLength, 'character'),
    describeRange(schema.minItems, schema.maxItems, 'item'),
    ...new Set(words.length > 1 ? words.filter((word) => word !== 'digits') : words),
    schema.default === undefined ? undefined : `default: ${JSON.stringify(schema.default)}`,
  ]
    .filter((text) => text !== undefined)
    .join('; ')
}
