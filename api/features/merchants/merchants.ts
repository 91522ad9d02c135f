import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { changeModeType, getModeType, listMerchants } from '@adire/contract/merchants.ts'
import { effectivePermissions } from '@adire/contract/permissions.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { permissionsOfRole } from '../auth/session-state.ts'
import { users } from '../auth/tables.ts'
import { hasPasskeySql } from '../passkeys/passkeys.ts'
import { logoUrl } from './logo-url.ts'
import { roleNameColumns, toRoleName } from './member-roles.ts'
import { customRoles, memberships, merchants } from './tables.ts'

/** Higher than the number of businesses one user can have; a longer list would need pages. */
const maxBusinesses = 100

function requireOwnEmail(context: UserContext, email: string) {
  if (email !== context.user.email) throw problem.notFound('user')
}

export async function listMerchantsHandler(context: UserContext, { userEmail }: ParsedInput<typeof listMerchants>) {
  requireOwnEmail(context, userEmail)
  const content = await listBusinesses(context, context.mode)
  return { content, totalElements: content.length, offset: 0, limit: maxBusinesses }
}

async function listBusinesses({ tx, user, config }: UserContext, mode: 'TEST' | 'LIVE') {
  const live = alias(merchants, 'live')
  const test = alias(merchants, 'test')
  const rows = await tx
    .select({
      id: merchants.id,
      businessName: merchants.businessName,
      merchantCode: merchants.merchantCode,
      logoFileId: merchants.logoFileId,
      twinId: sql<string | null>`coalesce(${merchants.testMerchantId}, ${live.id})`,
      role: memberships.role,
      customPermissions: customRoles.permissions,
      secondFactorMissing: sql<boolean>`${test.secondFactorRequired} and ${users.totpEnabledAt} is null and not ${hasPasskeySql('user', users.id)}`,
      ...roleNameColumns,
    })
    .from(memberships)
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(test, eq(test.id, sql`coalesce(${merchants.testMerchantId}, ${merchants.id})`))
    .leftJoin(live, eq(live.testMerchantId, merchants.id))
    .leftJoin(customRoles, eq(customRoles.id, memberships.customRoleId))
    .where(and(eq(memberships.userId, user.id), eq(merchants.mode, mode)))
    .orderBy(asc(merchants.createdAt), asc(merchants.id))
    .limit(maxBusinesses)
  return rows.map(({ logoFileId, role, customPermissions, customRoleId, customRoleName, ...row }) => ({
    ...row,
    logoUrl: logoUrl(config, logoFileId),
    role: toRoleName({ role, customRoleId, customRoleName }),
    permissions: [...effectivePermissions(permissionsOfRole({ role, permissions: customPermissions }), mode)],
  }))
}

export async function getModeTypeHandler(context: UserContext, input: ParsedInput<typeof getModeType>) {
  requireOwnEmail(context, input['user-email'])
  const [found] = await context.tx.select({ modeType: users.modeType }).from(users).where(eq(users.id, context.user.id))
  return { modeType: found?.modeType ?? 'TEST' }
}

/**
 * Changes the mode of the dashboard.
 * @throws 409 live_merchant_missing if the user has no live business
 */
export async function changeModeTypeHandler(context: UserContext, { type, email }: ParsedInput<typeof changeModeType>) {
  requireOwnEmail(context, email)
  await context.tx.update(users).set({ modeType: type }).where(eq(users.id, context.user.id))
  // Searched afterwards: a copied table cannot be changed in a transaction that asked all servers (decision 96).
  if (type === 'LIVE' && (await listBusinesses(context, 'LIVE')).length === 0)
    throw problem.conflict('live_merchant_missing', 'This business is not live yet')
  return { modeType: type }
}
