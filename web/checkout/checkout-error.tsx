import { formatNaira } from '@adire/contract/money.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { StepError } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'
import { calculateTotal } from './view.ts'

/** Error of an action that belongs to no field. */
export function CheckoutError({ checkout, otherwise }: { checkout: CheckoutController; otherwise?: string }) {
  const { error, page, payment, payer } = checkout
  const texts = useTexts()
  const total = calculateTotal(page, payment, payer)
  const amount = total && total.amountKobo > 0 ? ` ${texts.amount}: ${formatNaira(total.amountKobo)}` : ''
  return <StepError message={error?.isOutdated ? texts.pageChanged + amount : (error?.message ?? otherwise)} />
}
