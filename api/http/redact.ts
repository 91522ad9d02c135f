import { maskedNumber } from '@adire/contract/channels/method-name.ts'

/** Maximum length of a stored body, in characters. */
export const maxLoggedCharacters = 4_096

/** Names of fields that may hold a secret, a bank identity or an account. */
export const secretNames = [
  ...['password', 'newPassword', 'currentPassword', 'confirmPassword', 'secret', 'secretKey', 'client_secret'],
  ...['token', 'accessToken', 'access_token', 'refresh_token', 'authorization', 'cvv', 'cvc', 'pin', 'otp', 'answer'],
  ...['bvn', 'nin', 'dateOfBirth', 'idNumber', 'documentNumber', 'accountNumber'],
  // Who has these addresses can cancel.
  ...['payerUrl', 'consentUrl'],
]
const secret = secretNames.join('|')
/** A JSON field that may hold a secret or a bank identity, with its value, also if the text is cut off inside it. */
const secretField = new RegExp(`"(${secret})"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*"?|[0-9.]+)`, 'gi')
/** Names of secret query parameters. More names than for fields, because a query should never carry a secret. */
const secretParameter = new RegExp(`^(?:${secret}|apiKey|api_key|key|code|number|card|cardNumber)$`, 'i')
const secretKeys = /\b((?:sk|whsec)_(?:(?:test|live)_)?)[0-9A-Za-z+/=_-]{16,}/g
/** A UUID, captured, because a part of it may look like a card number; or a possible card number, with or without groups. */
const idOrManyDigits =
  /(\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b)|(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.])/gi
/** A possible card number that is no part of an id or a word. */
const separateDigits = /(?<![\p{L}\d._-])\d(?:[ -]?\d){14,18}(?![\p{L}\d._-])/gu

/**
 * A body for storage: cut to `maxLoggedCharacters`, without passwords, keys, codes, identity numbers and card numbers. It
 * works on text, because a body that was cut is no valid JSON.
 */
export function redactBody(body: string): string {
  const text = body.length > maxLoggedCharacters ? body.slice(0, maxLoggedCharacters) : body
  const redacted = redactText(
    text.replace(secretField, (_, name: string, value: string) => `"${name}":"${maskValue(name, value)}"`),
  )
  return body.length > maxLoggedCharacters ? `${redacted}…` : redacted
}

const redactText = (text: string) =>
  text
    .replace(secretKeys, '$1[removed]')
    .replace(idOrManyDigits, (found, id?: string) =>
      id === undefined && isLuhn(found) ? `[card ending ${found.slice(-4)}]` : found,
    )

/** A path for storage: without keys and card numbers, also URL-encoded ones. */
export const redactPath = (path: string): string => path.split('/').map(redactPart).join('/')

/** A query string for storage: without values of secret parameters, keys and card numbers. */
export const redactQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      if (at === -1) return redactPart(pair)
      const name = pair.slice(0, at)
      if (secretParameter.test(decode(name).split(/[.[]/).at(-1)!.replace(']', ''))) return `${name}=[removed]`
      return `${redactPart(name)}=${redactPart(pair.slice(at + 1))}`
    })
    .join('&')

/** Unchanged if there is nothing to remove, so that the original encoding stays. */
function redactPart(encoded: string): string {
  const text = decode(encoded)
  const redacted = redactText(text)
  return redacted === text ? encoded : redacted
}

function decode(encoded: string): string {
  const text = encoded.replaceAll('+', ' ')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Keeps the last four digits of an account number, so that a business can tell accounts apart. */
const maskValue = (name: string, value: string) =>
  name.toLowerCase() === 'accountnumber' && /^"\d{10}"$/.test(value) ? maskedNumber(value.slice(7, 11)) : '[removed]'

/**
 * Whether a text contains a card number: 15 to 19 digits of a known scheme with a valid check digit. Narrower than the
 * masking of logs, because here a match rejects the request: phone, account and order numbers must pass.
 */
export const containsCardNumber = (text: string): boolean =>
  [...text.matchAll(separateDigits)].some(([found]) => schemes.test(found.replace(/[ -]/g, '')) && isLuhn(found))

/** Number formats of Visa, Mastercard, Verve and American Express, with their lengths. */
const schemes =
  /^(?:4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|(?:506[01]|507[89]|6500)\d{12}(?:\d{2,3})?|3[47]\d{13})$/

function isLuhn(written: string): boolean {
  let sum = 0
  let position = 0
  for (let at = written.length - 1; at >= 0; at--) {
    const digit = written.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) continue
    const doubled = position++ % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
