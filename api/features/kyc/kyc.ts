import {
  getKycStatus,
  listKycTypes,
  submitBvn,
  submitDirectors,
  submitSettlementAccount,
  submitTaxId,
  uploadDocument,
} from '@adire/contract/kyc.ts'
import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { route, routeWithoutTransaction, uploadRoute } from '../../http/route.ts'
import { merchants } from '../merchants/tables.ts'
import { mayUploadDocument, uploadDocumentHandler } from './documents.ts'
import { submitBvnHandler, submitDirectorsHandler, submitTaxIdHandler } from './identity.ts'
import { loadKycStatuses } from './items.ts'
import { requiredTypes } from './requirements.ts'
import { submitSettlementAccountHandler } from './settlement-account.ts'

export const kycRoutes = [
  route(getKycStatus, ({ tx, merchant }) => loadKycStatuses(tx, merchant.id)),
  route(listKycTypes, listKycTypesHandler),
  routeWithoutTransaction(submitBvn, submitBvnHandler),
  route(submitTaxId, submitTaxIdHandler),
  route(submitDirectors, submitDirectorsHandler),
  uploadRoute(uploadDocument, mayUploadDocument, uploadDocumentHandler),
  routeWithoutTransaction(submitSettlementAccount, submitSettlementAccountHandler),
]

async function listKycTypesHandler({ tx, merchant }: MerchantContext) {
  const [business] = await tx
    .select({ typeId: merchants.businessTypeId })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return { content: requiredTypes(business?.typeId ?? null) }
}

export { listKycItems, listMissing } from './items.ts'
// Exported for going live, which depends on the review.
export { notifyOfReview } from './move.ts'
