import type { Parsed } from '@adire/contract/endpoint.ts'
import { getKycStatus } from '@adire/contract/kyc.ts'
import { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { answer } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { businessTypes, categoryOf, statesOfCountry } from '../lookups/lookups.ts'
import { merchants } from '../merchants/tables.ts'
import { kycItems } from './tables.ts'

export const routes = [answer(getKycStatus, statuses), answer(submitBusinessDetails, submit)]

async function statuses({ tx, merchant }: MerchantContext) {
  const items = await tx.select().from(kycItems).where(eq(kycItems.merchantId, merchant.id))
  return Object.fromEntries(
    items.map(({ type, status, reason, submittedAt, reviewedAt, submitted }) => [
      type,
      {
        kycStatus: status,
        reason,
        submittedAt: submittedAt?.toISOString() ?? null,
        reviewedAt: reviewedAt?.toISOString() ?? null,
        submitted,
      },
    ]),
  )
}

/** Takes the business details in and hands them to review; from then on only a review changes their status. */
async function submit({ tx, merchant, now }: MerchantContext, details: Parsed<typeof submitBusinessDetails>) {
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id)).for('update')
  if (!businessTypes.some(({ id }) => id === details.businessType))
    throw problem.field('businessType', 'Choose a business type')
  if (!categoryOf(details.merchantCategoryId)) throw problem.field('merchantCategoryId', 'Choose a category')
  const states = statesOfCountry(business!.countryId)
  if (states.length > 0 && !states.some(({ id }) => id === details.stateId))
    throw problem.field('stateId', 'Choose a state')
  const [moved] = await tx
    .update(kycItems)
    .set({ status: 'PENDING_REVIEW', submittedAt: now, reason: null })
    .where(
      and(
        eq(kycItems.merchantId, merchant.id),
        eq(kycItems.type, 'BUSINESS_DETAILS'),
        inArray(kycItems.status, ['PENDING_MERCHANT_SUBMISSION', 'PENDING_MERCHANT_RESUBMISSION']),
      ),
    )
    .returning()
  if (!moved) throw problem.conflict('details_submitted', 'The business details were submitted already')
  const { businessType, merchantCategoryId, ...rest } = details
  await tx
    .update(merchants)
    .set({ ...rest, businessTypeId: businessType, categoryId: merchantCategoryId })
    .where(eq(merchants.id, merchant.id))
}
