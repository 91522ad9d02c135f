import type { SubscriptionProps } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate } from '../ui/date.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { StepError } from './step.tsx'

/** Confirmation of a cancellation; shows what the payer keeps. */
export function CancelForm({ subscription, error }: Pick<SubscriptionProps, 'subscription' | 'error'>) {
  const { planName, owed, isTrial, currentPeriodEndsAt } = subscription
  const until = currentPeriodEndsAt && formatDate(currentPeriodEndsAt)
  return (
    <form method="post" className="flex flex-col gap-5">
      <input type="hidden" name="step" value="cancel" />
      <div>
        <h2 className="text-lg font-semibold text-balance">Cancel {planName}?</h2>
        <p className="mt-1 text-ink-2">
          {owed
            ? `It ends now. The ${formatNaira(owed.amountKobo)} that could not be charged are not asked for again.`
            : isTrial
              ? `You keep your free days until ${until}, and nothing is ever charged.`
              : `You keep what you have paid for, until ${until}. Nothing more is charged.`}
        </p>
      </div>
      <StepError message={error && !error.fields.note ? error.message : undefined} />
      <Field label="Why do you leave?" optional hint="The business reads it." error={error?.fields.note}>
        <Input name="note" maxLength={200} autoComplete="off" />
      </Field>
      <div className="flex flex-col gap-3">
        <button type="submit" className={buttonClass({ tone: 'danger', size: 'lg', wide: true })}>
          Cancel the subscription
        </button>
        <a href="?" className={buttonClass({ tone: 'secondary', size: 'lg', wide: true })}>
          Keep it
        </a>
      </div>
    </form>
  )
}
