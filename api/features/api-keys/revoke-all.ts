import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Actor, recordAuditEvent } from '../audit/audit.ts'
import { apiKeys } from './tables.ts'

/** Revokes every secret key of a business. Returns their hashes, for `evictApiKey` after the commit. */
export async function revokeSecretKeys(context: Context, merchantId: string, actor: Actor): Promise<string[]> {
  const { tx, realNow } = context
  const revoked = await tx
    .update(apiKeys)
    .set({ expiresAt: realNow })
    .where(
      and(
        eq(apiKeys.merchantId, merchantId),
        eq(apiKeys.kind, 'secret'),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, realNow)),
      ),
    )
    .returning()
  for (const { display, kind } of revoked)
    await recordAuditEvent(context, { action: 'api_key.revoked', object: display, before: { kind }, merchantId, actor })
  return revoked.map(({ hash }) => hash)
}
