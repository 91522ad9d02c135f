import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getInvoice } from '@adire/contract/invoices.ts'
import type { MerchantContext } from '../../context.ts'
import { retrieveInvoice } from './detail.ts'

export async function getInvoiceHandler(context: MerchantContext, { id }: ParsedInput<typeof getInvoice>) {
  return retrieveInvoice(context, id)
}
