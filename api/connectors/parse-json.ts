/**
 * Value of a JSON text of a processor; undefined if the text is not JSON. What PostgreSQL cannot store in a text (zero characters, lone surrogates) is
 * replaced: a name that a bank has cut must not keep a payment from being recorded.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? toStorable(value) : value))
  } catch {
    return undefined
  }
}

const toStorable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()
