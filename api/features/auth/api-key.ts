import { createHash, randomInt } from 'node:crypto'
import type { Mode } from '@adire/contract/call.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checkLength = 6

const calculateChecksum = (body: string) =>
  Array.from(
    createHash('sha256').update(body).digest().subarray(0, checkLength),
    (byte) => alphabet[byte % alphabet.length],
  ).join('')

/**
 * `sk_test_` and 32 random characters, with six more that are made of them: whoever looks for leaked keys can tell one
 * from a word, without asking us.
 */
export function newKey(kind: 'public' | 'secret', mode: Mode): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const body = `${kind === 'public' ? 'pk' : 'sk'}_${mode.toLowerCase()}_${random}`
  return body + calculateChecksum(body)
}

/** Whether a token is made like a key of ours. What is not need not be looked up. */
export const isApiKey = (token: string | undefined): token is string =>
  token !== undefined &&
  /^[sp]k_(test|live)_[0-9A-Za-z]{38}$/.test(token) &&
  token.endsWith(calculateChecksum(token.slice(0, -checkLength)))
