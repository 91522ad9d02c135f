import type { Mode } from '@adire/contract/call.ts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connect.ts'
import { hashToken } from './sessions.ts'

/** What a key may do just now: whose it is, and on which servers. */
export interface KeyState {
  id: string
  kind: 'public' | 'secret'
  merchantId: string
  mode: Mode
  expiresAt: Date | null
}

// As a session's standing: a key that another process ended is believed after ten seconds at the latest.
const keyStates = new LRUCache<string, KeyState | 'none'>({ max: 10_000, ttl: 10_000 })
/** How often the use of a key is noted. */
const notedEveryMs = 60_000
const noted = new LRUCache<string, number>({ max: 10_000 })

/** The key a token is, or undefined where it is none of ours or works no more. Notes the use of it, at most once a minute. */
export async function findKeyState(database: Database, token: string, now: Date): Promise<KeyState | undefined> {
  const hash = hashToken(token)
  const keyState = keyStates.get(hash) ?? (await lookUp(database, hash))
  keyStates.set(hash, keyState, { noUpdateTTL: true })
  if (keyState === 'none' || (keyState.expiresAt && keyState.expiresAt <= now)) return undefined
  if (now.getTime() - (noted.get(keyState.id) ?? 0) >= notedEveryMs) {
    noted.set(keyState.id, now.getTime())
    await database.write((tx) =>
      tx.$client.query('update api_keys set last_used_at = $2 where id = $1', [keyState.id, now]),
    )
  }
  return keyState
}

async function lookUp(database: Database, hash: string): Promise<KeyState | 'none'> {
  return database.readPrimary(async (tx) => {
    const { rows } = await tx.$client.query<KeyState>({
      name: 'key-standing',
      text: `select k.id, k.kind, k.merchant_id as "merchantId", m.mode, k.expires_at as "expiresAt"
             from api_keys k
             join merchants m on m.id = k.merchant_id
             where k.hash = $1`,
      values: [hash],
    })
    return rows[0] ?? 'none'
  })
}

/** Makes the end of a key count at once in this process. */
export const evictApiKey = (hash: string) => keyStates.delete(hash)
