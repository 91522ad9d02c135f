import type { Mode } from '@adire/contract/call.ts'
import type { Tx } from '../../database/connect.ts'
import { generateApiKey } from '../auth/api-key.ts'
import { hashToken } from '../auth/hash-token.ts'
import { apiKeys } from './tables.ts'

interface NewKeyFields
  extends Partial<Pick<typeof apiKeys.$inferInsert, 'name' | 'permissions' | 'networks' | 'createdBy'>> {
  merchantId: string
  mode: Mode
  kind: 'public' | 'secret'
}

/** Creates and stores a key; returns it in full. For a secret key this is the only time it can be read. */
export async function addKey(tx: Tx, { merchantId, mode, kind, ...restrictions }: NewKeyFields, now: Date) {
  const key = generateApiKey(kind, mode)
  const display = kind === 'public' ? key : `sk_${mode.toLowerCase()}_…${key.slice(-4)}`
  const [row] = await tx
    .insert(apiKeys)
    .values({ merchantId, kind, ...restrictions, hash: hashToken(key), display, createdAt: now })
    .returning()
  return { row: row!, key }
}
