import { endpointsFor } from './endpoint.ts'
import type * as schemas from './mandate-page-schemas.ts'

const payer = endpointsFor('collections', 'public')
export const getMandatePage = payer.get<typeof schemas.getMandatePage>('mandates/:accessCode', {
  errors: ['mandate_not_found'],
})
export const requestMandateOtp = payer.post<typeof schemas.requestMandateOtp>('mandates/:accessCode/otp', {
  errors: [
    'consented_already',
    'email_limit_reached',
    'mandate_move_refused',
    'mandate_not_found',
    'request_expired',
    'too_many_attempts',
  ],
})
export const confirmMandate = payer.post<typeof schemas.confirmMandate>('mandates/:accessCode/confirm', {
  errors: [
    'consented_already',
    'mandate_move_refused',
    'mandate_not_found',
    'otp_spent',
    'otp_wrong',
    'request_expired',
    'text_changed',
  ],
})
export const declineMandate = payer.post<typeof schemas.declineMandate>('mandates/:accessCode/decline', {
  errors: ['consented_already', 'mandate_move_refused', 'mandate_not_found', 'request_expired'],
})
export const stopMandate = payer.post<typeof schemas.stopMandate>('mandates/:accessCode/cancel', {
  errors: ['mandate_move_refused', 'mandate_not_found'],
})
export const skipDebit = payer.post<typeof schemas.skipDebit>('mandates/:accessCode/debits/:id/skip', {
  errors: ['debit_not_cancellable', 'debit_not_found', 'mandate_not_found'],
})
export const simulateMandateTransfer = payer.post<typeof schemas.simulateMandateTransfer>(
  'sandbox/mandates/:accessCode/transfer',
  { errors: ['forbidden', 'mandate_not_found', 'nothing_to_play'] },
)
