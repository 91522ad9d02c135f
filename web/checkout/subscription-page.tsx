import { describeAddOnPrice } from '@adire/contract/add-on-text.ts'
import type { SubscriptionProps } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { findReason } from '@adire/contract/payer-reasons.ts'
import type { PayerSubscription } from '@adire/contract/subscriber-schemas.ts'
import { usePageTexts } from '../languages/server-texts.ts'
import type { PageTexts } from '../languages/texts.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatDate, formatDateTime } from '../ui/date.ts'
import { CancelForm } from './cancel-form.tsx'
import { cardName } from './card-number.ts'
import { describeReduced } from './coupon-bar.tsx'
import { type DetailEntries, DetailList } from './detail-list.tsx'
import { CheckoutIcon } from './icons.tsx'
import { PayerFrame } from './payer-frame.tsx'
import { describeRest } from './rest-charges.ts'
import { StepError } from './step.tsx'

/** Subscription page for the payer. Rendered on the server only; its forms need no script. */
export function SubscriptionPage({ page, subscription, brand, confirmation, error, notice }: SubscriptionProps) {
  const texts = usePageTexts()
  return (
    <PayerFrame page={page} brand={brand} contact={subscription.business.supportEmail}>
      <div className="mx-auto flex w-full max-w-[416px] flex-1 flex-col gap-6 py-8 lg:mx-0 lg:pt-[clamp(48px,12vh,112px)]">
        {notice && (
          <p role="status" className="flex items-center gap-3 rounded-md bg-ok-soft px-3.5 py-2.5 text-ok">
            <CheckoutIcon name="check" />
            {texts[notice]}
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
  const texts = usePageTexts()
  const { title, text } = describeStatus(subscription, texts)
  const { owed, confirmation, account, canCancel, canChangeCard, subscribeAgainUrl, charges } = subscription
  return (
    <>
      <div>
        <h2 className="text-lg font-semibold text-balance">{title}</h2>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      <StepError message={error?.message} />
      {confirmation && (
        <a href={confirmation.url} className={buttonClass({ size: 'lg', wide: true })}>
          {texts.confirmPayment}
        </a>
      )}
      {owed && !confirmation && (
        <div className="rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
          <p className="font-medium">{texts.couldNotCharge(formatNaira(owed.amountKobo))}</p>
          <p>
            {explainOwed(subscription, texts)} {account ? texts.giveCardForAccount : texts.giveCard}
          </p>
        </div>
      )}
      <SubscriptionDetails subscription={subscription} />
      {subscribeAgainUrl && (
        <a href={subscribeAgainUrl} className={buttonClass({ size: 'lg', wide: true })}>
          {texts.subscribeAgain}
        </a>
      )}
      {(canChangeCard || canCancel) && (
        <div className="flex flex-col gap-3">
          {canChangeCard && (
            <form method="post">
              <input type="hidden" name="step" value="card" />
              <button
                type="submit"
                className={buttonClass({
                  tone: owed && !confirmation ? 'primary' : 'secondary',
                  size: 'lg',
                  wide: true,
                })}
              >
                {owed
                  ? (account ? texts.payWithCard : texts.payWithOtherCard)(formatNaira(owed.amountKobo))
                  : account
                    ? texts.payByCardInstead
                    : texts.changeCard}
              </button>
            </form>
          )}
          {canCancel && (
            <a href="?cancel=1" className={`${buttonClass({ tone: 'ghost', size: 'lg', wide: true })} text-bad!`}>
              {texts.cancelSubscription}
            </a>
          )}
        </div>
      )}
      {charges.length > 0 && <Charges charges={charges} />}
    </>
  )
}

/** Why the last charge failed, in the language of the page where it has words for it. */
function explainOwed({ owed, account }: PayerSubscription, texts: PageTexts): string | undefined {
  const code = owed ? findReason(owed.code, account ? 'account' : 'card') : undefined
  return code ? texts.reasons[code] : owed?.message.replace(/([^.!?])$/, '$1.')
}

function describeStatus(subscription: PayerSubscription, texts: PageTexts): { title: string; text: string } {
  const { status, planName, isPaused, resumesAt, isTrial, owed, currentPeriodEndsAt, endedAt, nextPaymentAt } =
    subscription
  const until = currentPeriodEndsAt ? formatDate(currentPeriodEndsAt) : ''
  if (endedAt)
    return {
      title: status === 'completed' ? texts.completed : texts.ended,
      text: `${texts.endedOn(planName, formatDate(endedAt))} ${describeRest(subscription, texts)}`,
    }
  if (subscription.confirmation) {
    const { amountKobo, expiresAt } = subscription.confirmation
    return { title: texts.confirmTitle(formatNaira(amountKobo)), text: texts.confirmUntil(formatDateTime(expiresAt)) }
  }
  if (status === 'non_renewing')
    return { title: texts.endsOn(until), text: `${texts.untilThen} ${describeRest(subscription, texts)}` }
  if (isPaused)
    return { title: texts.paused, text: resumesAt ? texts.pausedUntil(formatDate(resumesAt)) : texts.untilResumed }
  if (owed)
    return {
      title: texts.notThrough,
      text: nextPaymentAt ? texts.triedAgainOn(formatDate(nextPaymentAt)) : texts.notTriedAgain,
    }
  if (status === 'pending')
    return { title: texts.notBegun, text: nextPaymentAt ? texts.cancelBefore : texts.beginsWithDebits }
  return isTrial
    ? { title: texts.freeUntil(until), text: texts.cancelBefore }
    : { title: texts.active, text: until ? texts.paidUntil(until) : '' }
}

function SubscriptionDetails({ subscription }: { subscription: PayerSubscription }) {
  const texts = usePageTexts()
  const checkout = useTexts()
  const {
    nextPaymentAt,
    nextPaymentKobo,
    amountKobo,
    discount,
    interval,
    card,
    account,
    chargesLeft,
    quantity,
    setupFeeKobo,
    addOns,
    email,
    owed,
    endedAt,
  } = subscription
  const next =
    nextPaymentAt && nextPaymentKobo !== null && !owed
      ? checkout.onDay(formatNaira(nextPaymentKobo), formatDate(nextPaymentAt))
      : null
  const rows: DetailEntries = [
    [
      checkout.price,
      describeReduced(
        {
          amountKobo,
          interval,
          chargeLimit: chargesLeft,
          discountKobo: discount?.amountKobo ?? 0,
          discountCharges: discount?.chargesLeft ?? null,
        },
        texts,
        checkout.per,
      ),
    ],
    [texts.quantity, quantity > 1 && String(quantity)],
    [texts.addOns, addOns.length > 0 && addOns.map(describeAddOnPrice).join(', ')],
    [checkout.setupFee, setupFeeKobo > 0 && formatNaira(setupFeeKobo)],
    [texts.nextPayment, next],
    [texts.paymentsLeft, chargesLeft !== null && !endedAt && String(chargesLeft)],
    [
      checkout.card,
      card && `${cardName(card, checkout)}, ${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear % 100}`,
    ],
    [
      texts.account,
      account && (
        <a href={account.url} className="text-link underline underline-offset-2">
          {texts.accountEnding(account.last4, account.bankName)}
        </a>
      ),
    ],
    [texts.emailShort, email],
    [texts.number, subscription.code],
  ]
  return <DetailList rows={rows} />
}

function Charges({ charges }: Pick<PayerSubscription, 'charges'>) {
  const texts = usePageTexts()
  return (
    <section>
      <h3 className="mb-2 font-semibold">{texts.paymentsSoFar}</h3>
      <ul className="divide-y divide-line">
        {charges.map(({ startsAt, dueKobo, status, paidAt }) => (
          <li key={startsAt} className="flex flex-wrap justify-between gap-x-6 py-2.5">
            <span>
              {formatDate(paidAt ?? startsAt)}
              <span className={`block text-sm ${status === 'failed' ? 'text-bad' : 'text-muted'}`}>
                {texts.charges[status]}
              </span>
            </span>
            <span className="figures font-medium whitespace-nowrap">{formatNaira(dueKobo)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
