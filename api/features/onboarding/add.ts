import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { addMerchant } from '@adire/contract/onboarding.ts'
import { rolePermissions } from '@adire/contract/permissions.ts'
import { and, count, eq } from 'drizzle-orm'
import type { UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { users } from '../auth/tables.ts'
import { isCountry } from '../lookups/lookups.ts'
import { toRoleName } from '../merchants/member-roles.ts'
import { memberships, merchants } from '../merchants/tables.ts'
import { createMerchant } from './register.ts'

/** Creates another business for the signed-in user, with its own onboarding. Always in test mode, also on the live server. */
export async function addBusiness(context: UserContext, { businessName, countryId }: ParsedInput<typeof addMerchant>) {
  const { tx, user, now } = context
  if (!isCountry(countryId)) throw problem.field('countryId', 'Choose your country')
  // Locks the user, so that two requests at once cannot both create the last allowed business.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
  const business = { businessName, countryId, mode: 'TEST' as const, userId: user.id, email: user.email, now }
  const id = await createMerchant(tx, business)
  // Counted afterwards: a copied table cannot be changed in a transaction that asked all servers (decision 96).
  const [owned] = await tx
    .select({ businesses: count() })
    .from(memberships)
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .where(and(eq(memberships.userId, user.id), eq(memberships.role, 'owner'), eq(merchants.mode, 'TEST')))
  if (owned!.businesses > limits.businessesMaximum)
    throw problem.conflict('businesses_full', `One account can own at most ${limits.businessesMaximum} businesses`)
  await recordAuditEvent(context, {
    action: 'merchant.created',
    object: businessName,
    merchantId: id,
    after: { businessName },
  })
  const [made] = await tx.select().from(merchants).where(eq(merchants.id, id))
  const role = toRoleName({ role: 'owner', customRoleId: null, customRoleName: null })
  return {
    id,
    businessName,
    merchantCode: made!.merchantCode,
    logoUrl: null,
    twinId: null,
    secondFactorMissing: false,
    role,
    permissions: [...rolePermissions.owner],
  }
}
