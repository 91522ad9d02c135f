import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import type { FormError } from '@adire/contract/hosted-page-props.ts'
import { describeError, isPriceChanged } from './connection.ts'
import { nameOf } from './more-fields.tsx'
import type { CheckoutTask } from './payment-actions.ts'

/** Whether the first step has a field of this name. */
export const isAsked = (page: CheckoutPage, name: string): boolean =>
  name === 'email' ||
  (name === 'amountKobo' && page.amountKobo === null) ||
  (name === 'quantity' && page.quantity !== null) ||
  (name === 'phone' && page.collectPhone) ||
  page.fields.some((field) => nameOf(field) === name)

/**
 * Error of an action. The page is outdated if the server asks what it does not have, or has another price of a plan. A payment that
 * starts again asks nothing, so an error of any field but the email, which is blacklisted, is of a changed page.
 */
export function describeFailure(page: CheckoutPage, task: CheckoutTask, thrown: unknown): FormError {
  const error = describeError(thrown)
  const names = Object.keys(error.fields)
  const isOutdated =
    isPriceChanged(thrown) ||
    (task === 'start' && names.some((name) => !isAsked(page, name))) ||
    (task === 'again' && names.some((name) => name !== 'email'))
  return isOutdated ? { ...error, fields: {}, isOutdated } : error
}
