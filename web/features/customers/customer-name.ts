import type { Customer } from '@adire/contract/customers-schemas.ts'
import { localPhone } from '@adire/contract/phone.ts'

/** Full name ("Ada Obi"), or the email if there is no name. */
export const customerName = ({ firstName, lastName, email }: Pick<Customer, 'firstName' | 'lastName' | 'email'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Local phone number in groups: "0803 123 4567". */
export const spacedPhone = (phone: string | null) =>
  phone && localPhone(phone).replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3')
