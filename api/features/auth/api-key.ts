import { createHash } from 'node:crypto'
import type { Mode } from '@adire/contract/call.ts'
import { randomText } from '../../random-text.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checkLength = 6

const calculateChecksum = (body: string) =>
  Array.from(
    createHash('sha256').update(body).digest().subarray(0, checkLength),
    (byte) => alphabet[byte % alphabet.length],
  ).join('')

/**
 * A new API key: `sk_test_` and 32 random characters, then a checksum of six. The checksum lets secret scanners recognize a
 * leaked key without asking this server.
 */
export function generateApiKey(kind: 'public' | 'secret', mode: Mode): string {
  const random = randomText(randomLength, alphabet)
  const body = `${kind === 'public' ? 'pk' : 'sk'}_${mode.toLowerCase()}_${random}`
  return body + calculateChecksum(body)
}

/** Whether a token has the format and checksum of an API key. Others need no database lookup. */
export const isApiKey = (token: string | undefined): token is string =>
  token !== undefined &&
  /^[sp]k_(test|live)_[0-9A-Za-z]{38}$/.test(token) &&
  token.endsWith(calculateChecksum(token.slice(0, -checkLength)))
