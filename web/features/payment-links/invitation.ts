import { formatNaira } from '@adire/contract/money.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'

/** Message that sends a link to a payer. */
export function invitation({ name, amountKobo, plan, quantity, url }: PaymentLink): string {
  if (plan) return `Subscribe to ${plan.name}: ${url}`
  if (quantity) return `Pay for ${name}, ${formatNaira(amountKobo ?? 0)} each: ${url}`
  return amountKobo === null ? `Pay for ${name}: ${url}` : `Pay ${formatNaira(amountKobo)} for ${name}: ${url}`
}
