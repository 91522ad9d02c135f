import { endpointsFor } from './endpoint.ts'
import type * as schemas from './mandate-page-schemas.ts'

const payer = endpointsFor('collections', 'public')
export const getMandatePage = payer.get<typeof schemas.getMandatePage>('mandates/:accessCode')
export const requestMandateOtp = payer.post<typeof schemas.requestMandateOtp>('mandates/:accessCode/otp')
export const confirmMandate = payer.post<typeof schemas.confirmMandate>('mandates/:accessCode/confirm')
export const declineMandate = payer.post<typeof schemas.declineMandate>('mandates/:accessCode/decline')
export const simulateMandateTransfer = payer.post<typeof schemas.simulateMandateTransfer>(
  'sandbox/mandates/:accessCode/transfer',
)
