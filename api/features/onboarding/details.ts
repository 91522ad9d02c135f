import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { localPhone } from '@adire/contract/phone.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { submitItem } from '../kyc/move.ts'
import { enqueueSandboxReview } from '../kyc/sandbox.ts'
import { businessTypes, findCategory, statesOfCountry } from '../lookups/lookups.ts'
import { merchants } from '../merchants/tables.ts'

export async function getOnboardingHandler({ tx, merchant }: MemberContext) {
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id))
  const { businessTypeId, categoryId, businessDescription, businessPhone, stateId, city, postalCode, streetAddress } =
    business!
  return {
    businessType: businessTypeId,
    merchantCategoryId: categoryId,
    businessDescription,
    businessPhone,
    stateId,
    city,
    postalCode,
    streetAddress,
  }
}

/** Submits the business details for review. From then on only a review changes their status. */
export async function submitBusinessDetailsHandler(
  context: MemberContext,
  details: ParsedInput<typeof submitBusinessDetails>,
) {
  const { tx, merchant } = context
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id)).for('update')
  const type = businessTypes.find(({ id }) => id === details.businessType)
  if (!type) throw problem.field('businessType', 'Choose a business type')
  if (!findCategory(details.merchantCategoryId)) throw problem.field('merchantCategoryId', 'Choose a category')
  const states = statesOfCountry(business!.countryId)
  if (states.length > 0 && !states.some(({ id }) => id === details.stateId))
    throw problem.field('stateId', 'Choose a state')
  const { businessType, merchantCategoryId, postalCode = null, ...rest } = details
  // Digits only, as the business profile takes it.
  const businessPhone = localPhone(details.businessPhone)
  await tx
    .update(merchants)
    .set({ ...rest, businessPhone, postalCode, businessTypeId: businessType, categoryId: merchantCategoryId })
    .where(eq(merchants.id, merchant.id))
  await submitItem(context, 'BUSINESS_DETAILS', { submitted: type.name })
  await enqueueSandboxReview(context, 'BUSINESS_DETAILS', undefined)
}
