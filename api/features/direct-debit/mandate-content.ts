import type { createMandate } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import { findOrAddCustomer } from '../customers/customers.ts'
import { findDefaultFeeBearer } from '../prices/fee-bearer.ts'
import { calculateDebitKobo } from './plan.ts'

export type NewMandateFields = Omit<ParsedInput<typeof createMandate>, 'draft' | 'accountNumber'>

/** Column values of a mandate from the merchant's input. */
export async function buildMandateContent(context: MerchantContext, newMandate: NewMandateFields) {
  const { customerEmail, customerName = null, bankId, kind, amountKobo, startOn, narration } = newMandate
  const bearer = await resolveFeeBearer(context, newMandate)
  return {
    customerId: await findOrAddCustomer(context, { email: customerEmail, name: customerName }),
    customerEmail,
    customerName,
    bankId,
    kind,
    amountKobo,
    limitKobo: await calculateDebitKobo(context, bearer, amountKobo),
    maxTotalKobo: newMandate.maxTotalKobo ?? null,
    frequency: newMandate.frequency ?? null,
    startOn,
    endOn: newMandate.endOn ?? null,
    narration,
    feeBearer: bearer.feeBearer,
  }
}

/** The business, and the bearer of the fee of a mandate. */
export const resolveFeeBearer = async (context: MerchantContext, { feeBearer }: NewMandateFields) => ({
  merchantId: context.merchant.id,
  feeBearer: feeBearer ?? (await findDefaultFeeBearer(context, ['direct_debit'])),
})
