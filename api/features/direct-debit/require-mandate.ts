import { formatNaira } from '@adire/contract/money.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { isBlacklisted } from '../customers/customers.ts'
import { type NewMandateFields, resolveFeeBearer } from './mandate-content.ts'
import { calculateDebitKobo } from './plan.ts'

const maxDays = 30 * 366

/**
 * Checks the fields of a new mandate that need the day, the prices or the customer.
 * @throws 422 at the field, customer_blacklisted
 */
export async function requireValidMandate(context: MerchantContext, newMandate: NewMandateFields): Promise<void> {
  const { tx, merchant, now } = context
  if (newMandate.startOn <= lagosDay(now)) throw problem.field('startOn', 'Use tomorrow or a later day')
  if (newMandate.startOn > addDays(lagosDay(now), 366)) throw problem.field('startOn', 'Use a day within a year')
  if (newMandate.endOn && newMandate.endOn > addDays(lagosDay(now), maxDays))
    throw problem.field('endOn', 'Use a day within thirty years, or none')
  const takenKobo = await calculateDebitKobo(
    context,
    await resolveFeeBearer(context, newMandate),
    newMandate.amountKobo,
  )
  if (newMandate.maxTotalKobo && newMandate.maxTotalKobo < takenKobo)
    throw problem.field('maxTotalKobo', `Use at least ${formatNaira(takenKobo)}, the amount of one debit with the fee`)
  if (await isBlacklisted(tx, merchant.id, newMandate.customerEmail))
    throw problem.field('customerEmail', 'This customer is blacklisted', 'customer_blacklisted')
}
