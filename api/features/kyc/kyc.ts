import {
  getKycStatus,
  listKycTypes,
  submitBvn,
  submitDirectors,
  submitSettlementAccount,
  submitTaxId,
  uploadDocument,
} from '@adire/contract/kyc.ts'
import { getOnboarding, submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { answer, answerInSteps, answerUpload } from '../../http/answer.ts'
import { merchants } from '../merchants/tables.ts'
import { onboardingOf, submitDetails } from './details.ts'
import { mayTake, takeDocument } from './documents.ts'
import { takeBvn, takeDirectors, takeTaxId } from './identity.ts'
import { requiredTypes } from './requirements.ts'
import { takeSettlementAccount } from './settlement-account.ts'
import { statusesOf } from './standing.ts'

export const routes = [
  answer(getKycStatus, ({ tx, merchant }) => statusesOf(tx, merchant.id)),
  answer(listKycTypes, types),
  answer(getOnboarding, onboardingOf),
  answer(submitBusinessDetails, submitDetails),
  answerInSteps(submitBvn, takeBvn),
  answer(submitTaxId, takeTaxId),
  answer(submitDirectors, takeDirectors),
  answerUpload(uploadDocument, mayTake, takeDocument),
  answerInSteps(submitSettlementAccount, takeSettlementAccount),
]

async function types({ tx, merchant }: MerchantContext) {
  const [business] = await tx
    .select({ typeId: merchants.businessTypeId })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return { content: requiredTypes(business?.typeId ?? null) }
}

// For going live, which stands on what the review says.
export { tell } from './move.ts'
export { missingOf, standingOf } from './standing.ts'
