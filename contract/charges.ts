import type * as schemas from './charges-schemas.ts'
import { endpointsFor } from './endpoint.ts'

/** Whether a URL is on the local machine, for development. Rejected in Live Mode. */
export const isLocal = (text: string) =>
  URL.canParse(text) && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(new URL(text).href)

const newChargeErrors = [
  'charge_paid',
  'day_limit_reached',
  'duplicate_reference',
  'payer_refused',
  'payment_in_progress',
  'payment_limit_exceeded',
  'payment_places_taken',
  'payments_stopped',
  'too_many_attempts',
] as const

const { get, create } = endpointsFor('collections', 'merchant', 'payments', 'charges')
export const initialiseCharge = create<typeof schemas.initialiseCharge>('charges/initialise', {
  errors: newChargeErrors,
})
export const verifyCharge = get<typeof schemas.verifyCharge>('charges/verify/:reference', {
  errors: ['charge_not_found'],
})
export const listCharges = get<typeof schemas.listCharges>('charges')
export const askInPage = endpointsFor('collections', 'public').create<typeof schemas.askInPage>('checkout/charges', {
  errors: [...newChargeErrors, 'forbidden'],
})
