import { isErasedEmail } from '@adire/contract/customers.ts'
import type { Customer } from '@adire/contract/customers-schemas.ts'

/** Full name ("Ada Obi"), or the email if there is no name. */
export const customerName = ({ firstName, lastName, email }: Pick<Customer, 'firstName' | 'lastName' | 'email'>) =>
  isErasedEmail(email) ? 'Erased customer' : [firstName, lastName].filter(Boolean).join(' ') || email

/** Status for a badge: that of the customer, or `erased`. */
export const customerStatus = ({ status, email }: Pick<Customer, 'status' | 'email'>) =>
  isErasedEmail(email) ? 'erased' : status
