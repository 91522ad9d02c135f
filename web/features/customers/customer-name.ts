import type { Customer } from '@adire/contract/customers.ts'
import { localPhone } from '@adire/contract/phone.ts'

/** "Ada Obi", or the address of somebody who has no name here. */
export const customerName = ({ firstName, lastName, email }: Pick<Customer, 'firstName' | 'lastName' | 'email'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** "0803 123 4567" */
export const spacedPhone = (phone: string | null) =>
  phone && localPhone(phone).replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3')
