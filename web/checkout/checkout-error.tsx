import { useTexts } from '../languages/use-texts.tsx'
import { paymentQuery } from './purchase.ts'
import { StepError } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'

/** Error of an action that belongs to no field, with a link that reloads a page that was changed. */
export function CheckoutError({ checkout, otherwise }: { checkout: CheckoutController; otherwise?: string }) {
  const { error, payment, payer } = checkout
  const texts = useTexts()
  if (!error?.isOutdated) return <StepError message={error?.message ?? otherwise} />
  return (
    <StepError message={texts.pageChanged}>
      <a
        href={payment ? paymentQuery(payment.accessCode) : `?email=${encodeURIComponent(payer.email)}`}
        className="inline-flex min-h-11 items-center font-medium underline underline-offset-2"
      >
        {texts.reload}
      </a>
    </StepError>
  )
}
