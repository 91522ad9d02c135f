import type { createRestrictedKey, updateRestrictedKey } from '@adire/contract/api-keys.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { completePermissions, type Permission, secretKeyPermissions } from '@adire/contract/permissions.ts'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { evictApiKey } from '../auth/key-state.ts'
import { requireOwnPermissions } from '../merchants/member-roles.ts'
import { addKey } from './add-key.ts'
import { lockApiKey, lockApiKeys, notifyOfKeyChange, toApiKeyResponse } from './api-keys.ts'
import { isApiKey } from './find-key.ts'
import { apiKeys } from './tables.ts'

/** Adds to each permission to change something the permission to see it, if keys can have it. */
const complete = (permissions: readonly Permission[]) =>
  completePermissions(permissions).filter((one) => secretKeyPermissions.includes(one))

export async function createRestrictedKeyHandler(
  context: MemberContext,
  { name, permissions: chosen, networks: given }: ParsedInput<typeof createRestrictedKey>,
) {
  const { tx, merchant, mode, user, realNow } = context
  const keys = await lockApiKeys(context)
  const permissions = complete(chosen)
  const networks = given ?? null
  await requireOwnPermissions(context, permissions)
  if (keys.filter((key) => key.permissions && !key.expiresAt).length >= limits.restrictedKeysMaximum)
    throw problem.conflict(
      'too_many_keys',
      `A business can have at most ${limits.restrictedKeysMaximum} restricted keys`,
    )
  const fields = {
    merchantId: merchant.id,
    mode,
    kind: 'secret' as const,
    name,
    permissions,
    networks,
    createdBy: user.id,
  }
  const { row, key } = await addKey(tx, fields, realNow)
  await recordAuditEvent(context, {
    action: 'api_key.created',
    object: row.display,
    after: { name, permissions, networks },
  })
  await notifyOfKeyChange(
    context,
    'A restricted key was created',
    `created the restricted key ${name} (${row.display})`,
  )
  return { apiKey: toApiKeyResponse(row), key }
}

/** Changes a restricted key. What it could do and what it will be able to do must both be the member's to give. */
export const updateRestrictedKeyHandler = {
  async create(
    context: MemberContext,
    { id, name, permissions: chosen, networks: given }: ParsedInput<typeof updateRestrictedKey>,
  ) {
    const before = await lockApiKey(context, id)
    if (!before.permissions)
      throw problem.conflict('key_not_restricted', 'This key can do everything. Create a restricted key instead')
    const after = { name, permissions: complete(chosen), networks: given ?? null }
    await requireOwnPermissions(context, [...before.permissions, ...after.permissions])
    const changes = changesBetween({ ...before }, after)
    if (changes) {
      await context.tx.update(apiKeys).set(after).where(isApiKey(before))
      await recordAuditEvent(context, { action: 'api_key.updated', object: before.display, ...changes })
      await notifyOfKeyChange(
        context,
        'A restricted key was changed',
        `changed the restricted key ${name} (${before.display})`,
      )
    }
    return { hash: before.hash, response: toApiKeyResponse({ ...before, ...after }) }
  },
  async finish(
    _unitOfWork: UnitOfWork<MemberContext>,
    { hash, response }: { hash: string; response: ReturnType<typeof toApiKeyResponse> },
  ) {
    evictApiKey(hash)
    return response
  },
}
