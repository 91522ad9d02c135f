import type { Customer } from '@adire/contract/customers-schemas.ts'

/** Full name ("Ada Obi"), or the email if there is no name. */
export const customerName = ({ firstName, lastName, email }: Pick<Customer, 'firstName' | 'lastName' | 'email'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email
