/** Of a body so much is kept. */
export const keptCharacters = 4_096

const secret =
  'password|newPassword|currentPassword|secret|secretKey|token|accessToken|access_token|refresh_token|client_secret|authorization|cvv|cvc|pin|otp|answer|bvn|nin|idNumber|documentNumber|accountNumber'
/** A field that may be a secret or name a person to a bank, and its value, also where the text ends within it. */
const secretField = new RegExp(`"(${secret})"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*"?|[0-9.]+)`, 'gi')
const secretKeys = /\b((?:sk|whsec)_(?:(?:test|live)_)?)[0-9A-Za-z+/=_-]{16,}/g
/** What could be a card number, written in groups or not. */
const manyDigits = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.])/g

/**
 * A body as it may be kept: cut off, and without passwords, keys, codes, identity numbers and card numbers. It works on
 * text, because what is cut off is no JSON any more.
 */
export function redact(body: string): string {
  const text = body.length > keptCharacters ? body.slice(0, keptCharacters) : body
  const kept = text
    .replace(secretField, (_, name: string, value: string) => `"${name}":"${maskOf(name, value)}"`)
    .replace(secretKeys, '$1[removed]')
    .replace(manyDigits, (digits) => (isLuhn(digits) ? `[card ending ${digits.slice(-4)}]` : digits))
  return body.length > keptCharacters ? `${kept}…` : kept
}

/** Of an account number the end is left: it is how a business tells two apart. */
const maskOf = (name: string, value: string) =>
  name.toLowerCase() === 'accountnumber' && /^"\d{10}"$/.test(value) ? `******${value.slice(7, 11)}` : '[removed]'

function isLuhn(written: string): boolean {
  let sum = 0
  let place = 0
  for (let at = written.length - 1; at >= 0; at--) {
    const digit = written.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) continue
    const doubled = place++ % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
