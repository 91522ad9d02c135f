import type * as schemas from './payments-schemas.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'

const viewing = staffEndpointsFor('payments.view')
export const searchOfficePayments = viewing.get<typeof schemas.searchOfficePayments>('payments')
export const listWaitingPayments = viewing.get<typeof schemas.listWaitingPayments>('payments/waiting')
export const listReturnedMoney = viewing.get<typeof schemas.listReturnedMoney>('payments/returned')
export const listMerchantPayments = viewing.get<typeof schemas.listMerchantPayments>('merchants/:merchantId/payments')
export const getOfficePayment = viewing.get<typeof schemas.getOfficePayment>('merchants/:merchantId/payments/:id')

export const checkOfficePayment = staffEndpointsFor('payments.manage').post<typeof schemas.checkOfficePayment>(
  'merchants/:merchantId/payments/:id/check',
)

export const listOfficeDisputes = staffEndpointsFor('disputes.view').get<typeof schemas.listOfficeDisputes>('disputes')

const deciding = staffEndpointsFor('disputes.manage')
export const openBankDispute = deciding.create<typeof schemas.openBankDispute>(
  'merchants/:merchantId/payments/:id/disputes',
)
export const openDisputeEvidence = deciding.post<typeof schemas.openDisputeEvidence>('disputes/:reference/evidence')
export const decideBankDispute = deciding.post<typeof schemas.decideBankDispute>('disputes/:reference/decision')
export const returnBankDispute = deciding.post<typeof schemas.returnBankDispute>('disputes/:reference/return')
