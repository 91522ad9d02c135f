import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { type AgreedPrice, agreedPricesSql, type OwnPrices, toOwnPrices } from '../prices/own-prices.ts'
import { type Restrictions, restrictionsSql } from '../restrictions/trading.ts'

/** What the business of a new payment has set or agreed. */
export interface PaymentTerms {
  /** Whether it accepts no payments from the payer. */
  isBlacklisted: boolean
  restrictions: Restrictions
  /** Its own prices; null if it has the published ones. */
  prices: OwnPrices | null
}

interface Checkout {
  merchantId: string
  checkoutId: string
  email: string
}

/**
 * Locks a checkout until the end of the transaction, and reads the terms for its payer, in one statement. A form submitted twice at the
 * same moment creates one payment: the second request waits here and finds the first's. `context.now` is the business clock.
 */
export async function lockCheckout(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  { merchantId, checkoutId, email }: Checkout,
): Promise<PaymentTerms> {
  const { rows } = await tx.$client.query<Omit<PaymentTerms, 'prices'> & { prices: AgreedPrice[] }>({
    name: 'checkout_lock',
    text: `
      select pg_advisory_xact_lock(hashtextextended($2, 0)),
        exists (select from customers where merchant_id = $1 and email = $3 and status = 'blacklisted') as "isBlacklisted",
        (select row_to_json(found) from (${restrictionsSql('$1')}) found) as restrictions,
        (select coalesce(json_agg(found), '[]') from (${agreedPricesSql('$1', '$4')}) found) as prices`,
    values: [merchantId, checkoutId, email, lagosDay(now)],
  })
  const { isBlacklisted, restrictions, prices } = rows[0]!
  return { isBlacklisted, restrictions, prices: toOwnPrices(prices) }
}
