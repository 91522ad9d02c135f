import type { getMandate } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import { retrieveMandate } from './serialize.ts'

export async function getMandateHandler(context: MerchantContext, { id }: ParsedInput<typeof getMandate>) {
  return retrieveMandate(context, id)
}
