import type { exportCustomer } from '@adire/contract/customers.ts'
import type { EndpointOutput, ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import type { ExportedLists } from '../../personal-data.ts'
import { getCustomerHandler } from '../customers/detail.ts'
import { personalData } from './parts.ts'

/** Maximum rows of each list. */
const maxRows = 10_000

/** Exports all stored data of a customer, which they have a legal right to request from the business. */
export async function exportCustomerHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof exportCustomer>,
): Promise<EndpointOutput<typeof exportCustomer>> {
  const customer = await getCustomerHandler(context, { id })
  const person = { merchantId: context.merchant.id, customerId: id, email: customer.email }
  const lists: ExportedLists = {
    notes: [],
    mandates: [],
    invoices: [],
    subscriptions: [],
    payments: [],
    savedCards: [],
  }
  for (const { collect } of personalData) Object.assign(lists, await collect?.(context.tx, person, maxRows))
  return { customer, ...lists }
}
