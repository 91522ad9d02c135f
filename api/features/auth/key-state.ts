import type { Mode } from '@adire/contract/call.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connect.ts'
import { rememberMerchants } from '../../database/merchant-of-name.ts'
import { hashToken } from './hash-token.ts'
import { accessCacheMs } from './session-state.ts'

/** Current state of an API key: its merchant, mode and expiry. */
export interface KeyState {
  id: string
  kind: 'public' | 'secret'
  merchantId: string
  mode: Mode
  expiresAt: Date | null
  /** What the key may do; null for a key that may do everything that keys can do. */
  permissions: Permission[] | null
  /** IP addresses and networks that may use it; null for all. */
  networks: string[] | null
}

/** Businesses of the hashes of API keys. */
export const merchantsOfKeys = rememberMerchants('api_keys_hash', async (tx, hash) => {
  const { rows } = await tx.$client.query<{ merchantId: string }>({
    name: 'merchant_of_key',
    text: 'select merchant_id as "merchantId" from api_keys where hash = $1 limit 2',
    values: [hash],
  })
  return rows
})

const keyStates = new LRUCache<string, KeyState | 'none'>({ max: 10_000, ttl: accessCacheMs })
/** Minimum interval between two updates of `last_used_at` of a key. */
const notedEveryMs = 60_000
const noted = new LRUCache<string, number>({ max: 10_000 })

/** The API key of a token; undefined if it is unknown or expired. Records its last use, at most once a minute. */
export async function findKeyState(database: Database, token: string, now: Date): Promise<KeyState | undefined> {
  const hash = hashToken(token)
  const keyState = keyStates.get(hash) ?? (await lookUp(database, hash))
  keyStates.set(hash, keyState, { noUpdateTTL: true })
  if (keyState === 'none' || (keyState.expiresAt && keyState.expiresAt <= now)) return undefined
  if (now.getTime() - (noted.get(keyState.id) ?? 0) >= notedEveryMs) {
    noted.set(keyState.id, now.getTime())
    await database.write((tx) =>
      tx.$client.query('update api_keys set last_used_at = $3 where merchant_id = $1 and id = $2', [
        keyState.merchantId,
        keyState.id,
        now,
      ]),
    )
  }
  return keyState
}

async function lookUp(database: Database, hash: string): Promise<KeyState | 'none'> {
  return database.readPrimary(async (tx) => {
    const found = await merchantsOfKeys.findByName(tx, hash, async (merchantId) => {
      const { rows } = await tx.$client.query<KeyState>({
        name: 'key_state',
        text: `select k.id, k.kind, k.merchant_id as "merchantId", m.mode, k.expires_at as "expiresAt", k.permissions, k.networks
               from api_keys k
               join merchants m on m.id = k.merchant_id
               where k.merchant_id = $1 and k.hash = $2`,
        values: [merchantId, hash],
      })
      return rows
    })
    return found ?? 'none'
  })
}

/** Removes a key from the cache, so that its end takes effect at once in this process. */
export const evictApiKey = (hash: string) => keyStates.delete(hash)
