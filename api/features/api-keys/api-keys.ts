import type { revokeApiKey, rollApiKey } from '@adire/contract/api-keys.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { secretKeyPermissions } from '@adire/contract/permissions.ts'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { MemberContext, MerchantContext, UnitOfWork } from '../../context.ts'
import { timeAfterWaiting } from '../../database/after-waiting.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { evictApiKey } from '../auth/key-state.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { requireOwnPermissions } from '../merchants/member-roles.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { addKey } from './add-key.ts'
import { isApiKey } from './find-key.ts'
import { apiKeys } from './tables.ts'

type Key = typeof apiKeys.$inferSelect

export async function listApiKeysHandler(context: MerchantContext) {
  return { content: (await workingKeys(context)).map(toApiKeyResponse) }
}

/** Active keys, newest first. Revoked keys, and keys rotated a day ago, no longer work and are left out. */
const workingKeys = ({ tx, merchant, realNow }: MerchantContext) =>
  tx
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.merchantId, merchant.id),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, timeAfterWaiting(realNow))),
      ),
    )
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))

/** Active keys, with the merchant locked. One change at a time keeps exactly one secret key that is not rotated. */
export async function lockApiKeys(context: MemberContext): Promise<Key[]> {
  await requireConfirmation(context)
  await lockMerchant(context)
  return workingKeys(context)
}

export async function lockApiKey(context: MemberContext, id: string): Promise<Key> {
  const key = (await lockApiKeys(context)).find((one) => one.id === id)
  if (!key) throw problem.notFound('key')
  return key
}

export async function createSecretKeyHandler(context: MemberContext) {
  const { tx, merchant, mode, user, realNow: now } = context
  const keys = await lockApiKeys(context)
  await requireOwnPermissions(context, secretKeyPermissions)
  if (keys.some(({ kind, permissions, expiresAt }) => kind === 'secret' && !permissions && !expiresAt))
    throw problem.conflict('secret_key_exists', 'You already have a secret key. Rotate it to get another.')
  const { row, key } = await addKey(tx, { merchantId: merchant.id, mode, kind: 'secret', createdBy: user.id }, now)
  await recordAuditEvent(context, { action: 'api_key.created', object: row.display, after: { kind: row.kind } })
  await notifyOfKeyChange(context, 'A secret key was created', `created the secret key ${row.display}`)
  return { apiKey: toApiKeyResponse(row), key }
}

/** Replaces a key. The old one keeps working for a day, so that servers can change to the new one without downtime. */
export async function rollApiKeyHandler(context: MemberContext, { id }: ParsedInput<typeof rollApiKey>) {
  const { tx, merchant, mode, user, realNow: now } = context
  const old = await lockApiKey(context, id)
  if (old.expiresAt)
    throw problem.conflict('key_rolled', 'This key was already rotated. Rotate the one that replaced it.')
  if (old.kind === 'secret') await requireOwnPermissions(context, old.permissions ?? secretKeyPermissions)
  const expiresAt = new Date(now.getTime() + limits.keyOverlapMs)
  await tx.update(apiKeys).set({ expiresAt }).where(isApiKey(old))
  const { row, key } = await addKey(
    tx,
    {
      merchantId: merchant.id,
      mode,
      kind: old.kind,
      name: old.name,
      permissions: old.permissions,
      networks: old.networks,
      createdBy: user.id,
    },
    now,
  )
  await recordAuditEvent(context, {
    action: 'api_key.rolled',
    object: old.display,
    before: { expiresAt: null },
    after: { expiresAt: expiresAt.toISOString(), replacedBy: row.display },
  })
  await notifyOfKeyChange(context, `A ${old.kind} key was rotated`, `rotated the ${old.kind} key ${old.display}`)
  // Before the commit, so another request may cache the old state again: for seconds, and the key works for a day.
  evictApiKey(old.hash)
  return { apiKey: toApiKeyResponse(row), key }
}

export async function revokeApiKeyHandler(
  unitOfWork: UnitOfWork<MemberContext>,
  { id }: ParsedInput<typeof revokeApiKey>,
) {
  const { hash } = await unitOfWork.write(async (context) => {
    const key = await lockApiKey(context, id)
    if (key.kind === 'public')
      throw problem.conflict('public_key', 'A public key can’t be revoked. Rotate it to replace it.')
    await context.tx.update(apiKeys).set({ expiresAt: context.realNow }).where(isApiKey(key))
    await recordAuditEvent(context, { action: 'api_key.revoked', object: key.display, before: { kind: key.kind } })
    await notifyOfKeyChange(context, 'A secret key was revoked', `revoked the secret key ${key.display}`)
    return key
  })
  evictApiKey(hash)
}

export const notifyOfKeyChange = async (context: MemberContext, title: string, what: string) =>
  sendNotification(context, context.merchant.id, {
    kind: 'security',
    title,
    text: `${await readActorName(context)} ${what}. If no one at your business did this, change your password and revoke the key.`,
    path: '/settings/api-webhooks',
  })

export const toApiKeyResponse = ({
  id,
  kind,
  display,
  name,
  permissions,
  networks,
  createdAt,
  lastUsedAt,
  expiresAt,
}: Key) => ({
  id,
  kind,
  display,
  name,
  permissions,
  networks,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
})
