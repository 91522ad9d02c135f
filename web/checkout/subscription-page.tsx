import type { SubscriptionProps } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { perInterval } from '@adire/contract/plans.ts'
import type { PayerSubscription } from '@adire/contract/subscriber-schemas.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate } from '../ui/date.ts'
import { CancelForm } from './cancel-form.tsx'
import { cardName } from './card-number.ts'
import { type DetailEntries, DetailList } from './detail-list.tsx'
import { CheckoutIcon } from './icons.tsx'
import { PayerFrame } from './payer-frame.tsx'
import { StepError } from './step.tsx'

/** Subscription page for the payer. Rendered on the server only; its forms need no script. */
export function SubscriptionPage({ page, subscription, brand, confirmation, error, notice }: SubscriptionProps) {
  return (
    <PayerFrame page={page} brand={brand} contact={subscription.business.supportEmail}>
      <div className="mx-auto flex w-full max-w-[416px] flex-1 flex-col gap-6 py-8 lg:mx-0 lg:pt-[clamp(48px,12vh,112px)]">
        {notice && (
          <p role="status" className="flex items-center gap-3 rounded-md bg-ok-soft px-3.5 py-2.5 text-ok">
            <CheckoutIcon name="check" />
            {notice}
          </p>
        )}
        {confirmation === 'cancel' && subscription.canCancel ? (
          <CancelForm subscription={subscription} error={error} />
        ) : (
          <Overview subscription={subscription} error={error} />
        )}
      </div>
    </PayerFrame>
  )
}

type OverviewProps = Pick<SubscriptionProps, 'subscription' | 'error'>

function Overview({ subscription, error }: OverviewProps) {
  const { title, text } = describeStatus(subscription)
  const { owed, account, canCancel, canChangeCard, subscribeAgainUrl, charges } = subscription
  return (
    <>
      <div>
        <h2 className="text-lg font-semibold text-balance">{title}</h2>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      <StepError message={error?.message} />
      {owed && (
        <div className="rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
          <p className="font-medium">{formatNaira(owed.amountKobo)} could not be charged.</p>
          <p>
            {owed.message.replace(/([^.!?])$/, '$1.')} Give {account ? 'a' : 'another'} card, and it is paid with that
            at once.
          </p>
        </div>
      )}
      <SubscriptionDetails subscription={subscription} />
      {subscribeAgainUrl && (
        <a href={subscribeAgainUrl} className={buttonClass({ size: 'lg', wide: true })}>
          Subscribe again
        </a>
      )}
      {(canChangeCard || canCancel) && (
        <div className="flex flex-col gap-3">
          {canChangeCard && (
            <form method="post">
              <input type="hidden" name="step" value="card" />
              <button
                type="submit"
                className={buttonClass({ tone: owed ? 'primary' : 'secondary', size: 'lg', wide: true })}
              >
                {owed
                  ? `Pay ${formatNaira(owed.amountKobo)} with ${account ? 'a' : 'another'} card`
                  : account
                    ? 'Pay by card instead'
                    : 'Change the card'}
              </button>
            </form>
          )}
          {canCancel && (
            <a href="?cancel=1" className={`${buttonClass({ tone: 'ghost', size: 'lg', wide: true })} text-bad!`}>
              Cancel the subscription
            </a>
          )}
        </div>
      )}
      {charges.length > 0 && <Charges charges={charges} />}
    </>
  )
}

function describeStatus(subscription: PayerSubscription): { title: string; text: string } {
  const { status, planName, isPaused, isTrial, owed, currentPeriodEndsAt, endedAt, nextPaymentAt } = subscription
  const until = currentPeriodEndsAt && formatDate(currentPeriodEndsAt)
  if (endedAt)
    return {
      title: status === 'completed' ? 'Your subscription is complete' : 'Your subscription has ended',
      text: `${planName} ended on ${formatDate(endedAt)}. Nothing more is charged.`,
    }
  if (status === 'non_renewing')
    return { title: `Your subscription ends on ${until}`, text: 'Until then you keep it. Nothing more is charged.' }
  if (isPaused)
    return { title: 'Your subscription is paused', text: 'Nothing is charged until the business resumes it.' }
  if (owed)
    return {
      title: 'Your last payment did not go through',
      text: nextPaymentAt ? `The card is tried again on ${formatDate(nextPaymentAt)}.` : 'The card is not tried again.',
    }
  if (status === 'pending')
    return {
      title: 'Your subscription has not begun yet',
      text: `It begins as soon as your bank takes debits of the account below, and you are told. Until then nothing is charged.`,
    }
  return isTrial
    ? { title: `Free until ${until}`, text: 'Cancel before then, and nothing is charged.' }
    : { title: 'Your subscription is active', text: until ? `It is paid until ${until}.` : '' }
}

function SubscriptionDetails({ subscription }: { subscription: PayerSubscription }) {
  const { nextPaymentAt, nextPaymentKobo, amountKobo, interval, card, account, chargesLeft, email, owed, endedAt } =
    subscription
  const next =
    nextPaymentAt && nextPaymentKobo !== null && !owed
      ? `${formatNaira(nextPaymentKobo)} on ${formatDate(nextPaymentAt)}`
      : null
  const rows: DetailEntries = [
    ['Price', `${formatNaira(amountKobo)} ${perInterval[interval]}`],
    ['Next payment', next],
    ['Payments left', chargesLeft !== null && !endedAt && String(chargesLeft)],
    ['Card', card && `${cardName(card)}, ${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear % 100}`],
    [
      'Account',
      account && (
        <a href={account.url} className="text-link underline underline-offset-2">
          ending {account.last4}, {account.bankName}
        </a>
      ),
    ],
    ['E-mail', email],
    ['Number', subscription.code],
  ]
  return <DetailList rows={rows} />
}

const chargeWords = {
  success: 'Paid',
  paid_outside: 'Paid',
  forgiven: 'Nothing to pay',
  pending: 'Waiting',
  failed: 'Not paid',
} as const

function Charges({ charges }: Pick<PayerSubscription, 'charges'>) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">Payments so far</h3>
      <ul className="divide-y divide-line">
        {charges.map(({ startsAt, dueKobo, status, paidAt }) => (
          <li key={startsAt} className="flex justify-between gap-6 py-2.5">
            <span>
              {formatDate(paidAt ?? startsAt)}
              <span className={`block text-sm ${status === 'failed' ? 'text-bad' : 'text-muted'}`}>
                {chargeWords[status]}
              </span>
            </span>
            <span className="figures font-medium whitespace-nowrap">{formatNaira(dueKobo)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
