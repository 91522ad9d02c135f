import type { PutParameter } from './keyset.ts'

/**
 * SQL condition: each key of the metadata in `column` has the given value, as text, number or boolean: `1042` finds 1042 and "1042".
 * Uses the index of the table (`metadataIndex`).
 */
export function metadataCondition(
  matching: Readonly<Record<string, string>>,
  put: PutParameter,
  column = 'metadata',
): string {
  const ways = Object.entries(matching).map(([key, value]) => {
    const contained = valuesOf(value).map((one) => `${column} @> ${put(JSON.stringify({ [key]: one }))}::jsonb`)
    return `(${contained.join(' or ')})`
  })
  return [`${column} <> '{}'::jsonb`, ...ways].join(' and ')
}

function valuesOf(text: string): (string | number | boolean)[] {
  if (text === 'true' || text === 'false') return [text, text === 'true']
  return text !== '' && String(Number(text)) === text && Number.isFinite(Number(text)) ? [text, Number(text)] : [text]
}
