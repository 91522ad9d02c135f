import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { perInterval } from '@adire/contract/plans.ts'
import { cardConsent } from '@adire/contract/subscriber-consent.ts'
import { formatDate } from '../ui/date.ts'
import { cardName } from './card-number.ts'
import { type DetailEntries, DetailList } from './detail-list.tsx'
import { CheckoutIcon } from './icons.tsx'
import { StatusDisc, StepTitle } from './step.tsx'
import { ThanksMessage } from './thanks.tsx'
import type { CheckoutController } from './use-checkout.ts'

type PartProps = { checkout: CheckoutController }

/** Terms of a plan, shown before any input: today's charge, the next charges and their number. */
export function PlanTerms({ checkout: { page } }: PartProps) {
  const { plan, amountKobo } = page
  if (!plan) return null
  const price = formatNaira(plan.amountKobo)
  const rows: DetailEntries = [
    ['Today', plan.isCardCheck ? 'Nothing' : formatNaira(amountKobo ?? plan.amountKobo)],
    ['Next', plan.nextPaymentAt && `${price} on ${formatDate(plan.nextPaymentAt)}`],
    ['Then', plan.chargeLimit === 1 ? false : `${price} ${perInterval[plan.interval]}`],
    ['How often', times(plan.chargeLimit)],
  ]
  return (
    <div className="flex flex-col gap-2">
      <DetailList rows={rows} />
      {plan.isCardCheck && amountKobo !== null && (
        <p className="text-sm text-muted">
          {formatNaira(amountKobo)} is taken to check your card, and given back at once.
        </p>
      )}
      {plan.takesAccounts && (
        <p className="text-sm">
          No card?{' '}
          <a href={`/pay/page/${page.slug}/account`} className="font-medium text-link underline underline-offset-2">
            Pay from a bank account
          </a>
        </p>
      )}
    </div>
  )
}

const times = (limit: number | null) =>
  limit === null ? 'Until you cancel' : limit === 1 ? 'Once' : `${limit} times, or until you cancel`

/** Consent text of a subscription, directly above the button. */
export function PlanConsent({ checkout: { page, subscription } }: PartProps) {
  const { plan, businessName } = page
  if (!plan) return null
  if (subscription) {
    const price = `${formatNaira(plan.amountKobo)} ${perInterval[plan.interval]}`
    const { amountKobo, isGivenBack } = subscription.cardChange
    return (
      <p className="text-sm text-ink-2">
        {isGivenBack
          ? `${formatNaira(amountKobo)} is taken to check the card, and given back at once. `
          : `With it you pay the ${formatNaira(amountKobo)} that could not be charged. `}
        You let {businessName} charge this card {price} from now on, in the place of the one before, until you cancel.
      </p>
    )
  }
  const from = plan.isCardCheck ? plan.nextPaymentAt : null
  return <p className="text-sm text-ink-2">{cardConsent({ ...plan, businessName, from })}</p>
}

/** Shown instead of a receipt, which is sent by email. */
export function SubscribedStep({ checkout }: PartProps) {
  const { page, payment, testNote } = checkout
  const { plan } = page
  if (!payment || !plan) return null
  const rows: DetailEntries = [
    ['Subscribed to', plan.name],
    ['From', page.businessName],
    ['Price', `${formatNaira(plan.amountKobo)} ${perInterval[plan.interval]}`],
    ['Paid today', plan.isCardCheck ? 'Nothing' : formatNaira(payment.amountKobo)],
    ['Next charge', plan.nextPaymentAt ? formatDate(plan.nextPaymentAt) : 'None'],
    ['Card', payment.card && cardName(payment.card)],
    ['Reference', payment.reference],
  ]
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="ok">
        <CheckoutIcon name="check" className="size-8" />
      </StatusDisc>
      <div>
        <StepTitle>{plan.isCardCheck ? 'Your free days have begun' : 'You are subscribed'}</StepTitle>
        {page.mode === 'TEST' && (
          <p className="mt-1 font-medium text-warn">{messages.modeLabel.TEST}: no real money is charged.</p>
        )}
      </div>
      {page.hasThanks && (
        <ThanksMessage page={page} payment={payment} known={checkout.thanks} isEmbedded={checkout.embedder !== null} />
      )}
      <DetailList rows={rows} />
      {plan.isCardCheck && (
        <p className="text-ink-2">The {formatNaira(payment.amountKobo)} that checked your card go back to it.</p>
      )}
      <p className="text-ink-2 wrap-anywhere">
        A mail is on its way to {payment.email}. Its link leads to a page of your own, where you see this subscription,
        change the card and cancel.
      </p>
      {testNote && <p className="text-sm text-warn print:hidden">{testNote}</p>}
    </div>
  )
}

/** Shown after the card of a subscription was changed. */
export function CardChanged({ checkout: { payment } }: PartProps) {
  if (!payment) return null
  const isCheck = payment.amountKobo === limits.cardCheckKobo
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="ok">
        <CheckoutIcon name="check" className="size-8" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>{isCheck ? 'Your card is changed' : 'Paid, and your card is changed'}</StepTitle>
        <p className="text-ink-2">
          {payment.card ? cardName(payment.card) : 'The new card'} is charged from now on.{' '}
          {isCheck
            ? `The ${formatNaira(payment.amountKobo)} that checked it go back to it.`
            : `You have paid ${formatNaira(payment.amountKobo)}.`}
        </p>
      </div>
      <p>
        <a
          href="?"
          className="inline-flex min-h-11 items-center font-medium text-link underline-offset-2 hover:underline"
        >
          Back to your subscription
        </a>
      </p>
    </div>
  )
}
