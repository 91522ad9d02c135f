import type { SubscriptionProps } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { PayerSubscription } from '@adire/contract/subscriber-schemas.ts'
import { usePageTexts } from '../languages/server-texts.ts'
import type { PageTexts } from '../languages/texts.ts'
import { translateError, useTexts } from '../languages/use-texts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatDate } from '../ui/date.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { describeRest } from './rest-charges.ts'
import { StepError } from './step.tsx'

/** What the payer keeps, and what is still charged. */
function describeCancellation(subscription: PayerSubscription, texts: PageTexts): string {
  const { owed, isTrial, inProgressKobo, currentPeriodEndsAt } = subscription
  const until = currentPeriodEndsAt ? formatDate(currentPeriodEndsAt) : ''
  if (owed && inProgressKobo === null) return texts.endsNow(formatNaira(owed.amountKobo))
  if (isTrial) return texts.keepFreeDays(until)
  return `${owed ? texts.endsAtOnce : texts.keepPaid(until)} ${describeRest(subscription, texts)}`
}

/** Confirmation of a cancellation; shows what the payer keeps. */
export function CancelForm({ subscription, error }: Pick<SubscriptionProps, 'subscription' | 'error'>) {
  const texts = usePageTexts()
  const checkout = useTexts()
  return (
    <form method="post" className="flex flex-col gap-5">
      <input type="hidden" name="step" value="cancel" />
      <div>
        <h2 className="text-lg font-semibold text-balance">{texts.cancelPlan(subscription.planName)}</h2>
        <p className="mt-1 text-ink-2">{describeCancellation(subscription, texts)}</p>
      </div>
      <StepError message={error && !error.fields.note ? error.message : undefined} />
      <Field
        label={texts.whyLeave}
        optional={checkout.optional}
        hint={texts.businessReads}
        error={translateError(checkout, error?.fields.note)}
      >
        <Input name="note" maxLength={200} autoComplete="off" />
      </Field>
      <div className="flex flex-col gap-3">
        <button type="submit" className={buttonClass({ tone: 'danger', size: 'lg', wide: true })}>
          {texts.cancelSubscription}
        </button>
        <a href="?" className={buttonClass({ tone: 'secondary', size: 'lg', wide: true })}>
          {texts.keepIt}
        </a>
      </div>
    </form>
  )
}
