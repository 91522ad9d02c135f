import { createHash, randomInt } from 'node:crypto'
import type { Mode } from '@adire/contract/call.ts'
import type { Tx } from '../../database/connect.ts'
import { hashToken } from '../auth/sessions.ts'
import { apiKeys } from './tables.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checkLength = 6

const inBase62 = (bytes: Uint8Array) => Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')

/**
 * `sk_test_` and 32 random characters, with six more that are made of them: whoever looks for leaked keys can tell one
 * from a word, without asking us.
 */
export function newKey(kind: 'public' | 'secret', mode: Mode): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const body = `${kind === 'public' ? 'pk' : 'sk'}_${mode.toLowerCase()}_${random}`
  return body + inBase62(createHash('sha256').update(body).digest().subarray(0, checkLength))
}

/** Keeps a new key and answers it: of a secret, the only time that it can be read. */
export async function addKey(
  tx: Tx,
  { merchantId, mode, kind }: { merchantId: string; mode: Mode; kind: 'public' | 'secret' },
  now: Date,
) {
  const key = newKey(kind, mode)
  const display = kind === 'public' ? key : `sk_${mode.toLowerCase()}_…${key.slice(-4)}`
  const [row] = await tx
    .insert(apiKeys)
    .values({ merchantId, kind, hash: hashToken(key), display, createdAt: now })
    .returning()
  return { row: row!, key }
}
