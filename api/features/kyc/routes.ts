import * as kyc from '@adire/contract/kyc.ts'
import { route, routeWithoutTransaction, uploadRoute } from '../../http/route.ts'
import { mayUploadDocument, uploadDocumentHandler } from './documents.ts'
import { submitBvnHandler, submitDirectorsHandler, submitTaxIdHandler } from './identity.ts'
import { loadKycStatuses } from './items.ts'
import { listKycTypesHandler } from './kyc.ts'
import { submitSettlementAccountHandler } from './settlement-account.ts'

export const kycRoutes = [
  route(kyc.getKycStatus, ({ tx, merchant }) => loadKycStatuses(tx, merchant.id)),
  route(kyc.listKycTypes, listKycTypesHandler),
  routeWithoutTransaction(kyc.submitBvn, submitBvnHandler),
  route(kyc.submitTaxId, submitTaxIdHandler),
  route(kyc.submitDirectors, submitDirectorsHandler),
  uploadRoute(kyc.uploadDocument, mayUploadDocument, uploadDocumentHandler),
  routeWithoutTransaction(kyc.submitSettlementAccount, submitSettlementAccountHandler),
]
