import { useTexts } from '../../../languages/use-texts.tsx'
import { CheckoutIcon } from '../../icons.tsx'
import { StepError, StepForm, SubmitStep } from '../../step.tsx'
import { FeeLines } from '../../summary.tsx'
import type { CheckoutController } from '../../use-checkout.ts'
import { cardButtonText } from './button-text.ts'
import { CardConsent } from './card-consent.tsx'

/** Button to the card page of the processor, where its connector takes no card numbers from us. */
export function CardPageStep({ checkout }: { checkout: CheckoutController }) {
  const { payment, busy, error } = checkout
  const texts = useTexts()
  return (
    <StepForm
      step="card_page"
      onSend={() => void checkout.openCardPage(checkout.embedder !== null)}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-2">{texts.cardPage}</p>
      <FeeLines total={payment ?? null} />
      <StepError message={error?.message ?? payment?.failure?.message} />
      <CardConsent checkout={checkout} />
      <SubmitStep busy={busy === 'card'} icon={<CheckoutIcon name="lock" />}>
        {cardButtonText(texts, checkout)}
      </SubmitStep>
    </StepForm>
  )
}
