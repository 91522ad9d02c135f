import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { updateMerchant } from '@adire/contract/merchants.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { findCategory, statesOfCountry } from '../lookups/lookups.ts'
import { logoUrl } from './logo-url.ts'
import { findSendingBusiness } from './sending-business.ts'
import { merchants } from './tables.ts'

export async function retrieveMerchant({ tx, merchant, config, now, realNow }: MerchantContext) {
  const [row] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id))
  if (!row) throw problem.notFound('business')
  const category = row.categoryId === null ? undefined : findCategory(row.categoryId)
  return {
    id: row.id,
    businessName: row.businessName,
    businessDescription: row.businessDescription,
    businessPhone: row.businessPhone,
    businessEmail: row.businessEmail,
    businessType: row.businessTypeId,
    merchantCode: row.merchantCode,
    merchantCategory: category ? { id: category.id, name: category.name } : null,
    location: {
      city: row.city,
      countryId: row.countryId,
      currencyCode: 'NGN',
      postalCode: row.postalCode,
      stateId: row.stateId,
      streetAddress: row.streetAddress,
    },
    supportEmail: row.supportEmail,
    chargebackEmail: row.chargebackEmail,
    registrationNumber: row.registrationNumber,
    taxId: row.taxId,
    logoUrl: logoUrl(config, row.logoFileId),
    brandColor: row.brandColor,
    isVerified: (await findSendingBusiness(tx, config, row.id))!.isVerified,
    aheadMs: now.getTime() - realNow.getTime(),
    createdAt: row.createdAt.toISOString(),
  }
}

/**
 * Changes the profile of a business.
 * @throws 403 confirmation_required if the name changes, because payers trust the name
 */
export async function updateMerchantHandler(context: MemberContext, profile: ParsedInput<typeof updateMerchant>) {
  const { tx, merchant } = context
  const [before] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id)).for('no key update')
  if (profile.businessName !== before!.businessName) await requireConfirmation(context)
  if (!findCategory(profile.merchantCategoryId)) throw problem.field('merchantCategoryId', 'Choose a category')
  requireStateOfCountry(before!.countryId, profile.stateId)
  const { merchantCategoryId, businessDescription, stateId = null, city = null, postalCode = null, ...others } = profile
  const { registrationNumber = null, taxId = null, brandColor = null, ...rest } = others
  const after = {
    ...rest,
    categoryId: merchantCategoryId,
    businessDescription: businessDescription || null,
    stateId,
    city,
    postalCode,
    registrationNumber,
    taxId,
    brandColor,
  }
  const changed = changesBetween(before!, after)
  if (changed) {
    await tx.update(merchants).set(after).where(eq(merchants.id, merchant.id))
    await recordAuditEvent(context, { action: 'merchant.updated', object: after.businessName, ...changed })
  }
  return retrieveMerchant(context)
}

/** Requires a state of the business's country, or none if our list has none for that country. */
function requireStateOfCountry(countryId: number, stateId: number | undefined): void {
  const states = statesOfCountry(countryId)
  const isRight = states.length > 0 ? states.some(({ id }) => id === stateId) : stateId === undefined
  if (!isRight) throw problem.field('stateId', states.length > 0 ? 'Choose a state' : 'There is no such state')
}
