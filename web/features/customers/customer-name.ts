import type { Customer } from '@adire/contract/customers.ts'

/** "Ada Obi", or the address of somebody who has no name here. */
export const customerName = ({ firstName, lastName, email }: Pick<Customer, 'firstName' | 'lastName' | 'email'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** 0803 123 4567 from +2348031234567. */
export const localPhone = (phone: string | null) => phone?.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3') ?? null
