import {
  getKycStatus,
  listKycTypes,
  submitBvn,
  submitDirectors,
  submitSettlementAccount,
  submitTaxId,
  uploadDocument,
} from '@adire/contract/kyc.ts'
import { route, routeWithoutTransaction, uploadRoute } from '../../http/route.ts'
import { mayUploadDocument, uploadDocumentHandler } from './documents.ts'
import { submitBvnHandler, submitDirectorsHandler, submitTaxIdHandler } from './identity.ts'
import { loadKycStatuses } from './items.ts'
import { listKycTypesHandler } from './kyc.ts'
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
