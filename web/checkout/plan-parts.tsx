import { describePrice } from '@adire/contract/coupons.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { PlanSheet } from '@adire/contract/plans-schemas.ts'
import { cardConsent, describeSetupFee } from '@adire/contract/subscriber-consent.ts'
import type { CheckoutTexts } from '../languages/texts.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { formatDate } from '../ui/date.ts'
import { cardName } from './card-number.ts'
import { type DetailEntries, DetailList } from './detail-list.tsx'
import { Success } from './success.tsx'
import { ThanksMessage } from './thanks.tsx'
import type { CheckoutController } from './use-checkout.ts'

type PartProps = { checkout: CheckoutController }

/** Terms of a plan, shown before any input: today's charge, the next charges and their number. */
export function PlanTerms({ checkout: { page } }: PartProps) {
  const texts = useTexts()
  const { plan, amountKobo, coupon } = page
  if (!plan) return null
  const { reduced, next, after } = listPrices(plan, texts)
  const setupFee = plan.setupFeeKobo > 0 && formatNaira(plan.setupFeeKobo)
  const rows: DetailEntries = [
    [texts.today, plan.isCardCheck ? texts.nothing : formatNaira(amountKobo ?? plan.amountKobo)],
    [texts.next, plan.nextPaymentAt && texts.onDay(next, formatDate(plan.nextPaymentAt))],
    [texts.setupFee, setupFee],
    [texts.thereafter, plan.chargeLimit !== 1 && <PriceLines prices={[...reduced, after]} />],
    [texts.howOften, texts.times(plan.chargeLimit)],
  ]
  return (
    <div className="flex flex-col gap-2">
      <DetailList rows={rows} />
      {plan.isCardCheck && amountKobo !== null && (
        <p className="text-sm text-muted">{texts.cardCheck(formatNaira(amountKobo))}</p>
      )}
      {plan.takesAccounts && (
        <p className="text-sm">
          {texts.noCard}{' '}
          <a
            href={`/pay/page/${page.slug}/account${coupon ? `?code=${coupon.code}` : ''}`}
            className="font-medium text-link underline underline-offset-2"
          >
            {texts.payFromAccount}
          </a>
        </p>
      )}
    </div>
  )
}

const PriceLines = ({ prices }: { prices: readonly string[] }) =>
  prices.map((price) => (
    <span key={price} className="block text-right">
      {price}
    </span>
  ))

/**
 * Prices of a plan after today. `next`: the next charge, which after a trial is the first one and includes the setup fee. `reduced`: further
 * charges with the discount, as "2 × NGN 2,500.00", if there are any. `after`: all later charges.
 */
function listPrices(
  { amountKobo, discountKobo, discountCharges, trialDays, setupFeeKobo, interval }: PlanSheet,
  texts: CheckoutTexts,
) {
  const full = formatNaira(amountKobo)
  const lower = formatNaira(amountKobo - discountKobo)
  const isFirstNext = trialDays > 0 && setupFeeKobo > 0
  const first = formatNaira(amountKobo - discountKobo + setupFeeKobo)
  if (discountKobo === 0 || discountCharges === null)
    return { reduced: [], next: isFirstNext ? first : lower, after: `${lower} ${texts.per[interval]}` }
  const left = trialDays > 0 ? discountCharges : discountCharges - 1
  return {
    reduced: left > 1 ? [`${left - 1} × ${lower}`] : [],
    next: isFirstNext ? first : left > 0 ? lower : full,
    after: `${full} ${texts.per[interval]}`,
  }
}

/** Consent text of a subscription, directly above the button. English in every language, because it is stored as the payer's consent. */
export function PlanConsent({ checkout: { page, subscription } }: PartProps) {
  const { plan, businessName } = page
  if (!plan) return null
  if (subscription) {
    const price = describePrice(plan)
    const { amountKobo, isGivenBack } = subscription.cardChange
    return (
      <p lang="en" className="text-sm text-ink-2">
        {isGivenBack
          ? `${formatNaira(amountKobo)} is charged to check the card, and refunded at once. `
          : `With it you pay the ${formatNaira(amountKobo)} that could not be charged. `}
        You let {businessName} charge this card {price} from now on, in the place of the one before, until you cancel.
        {describeSetupFee(plan)}
      </p>
    )
  }
  const from = plan.trialDays > 0 ? plan.nextPaymentAt : null
  return (
    <p lang="en" className="text-sm text-ink-2">
      {cardConsent({ ...plan, businessName, from })}
    </p>
  )
}

const hasTwoPrices = ({ discountKobo, discountCharges }: PlanSheet) => discountKobo > 0 && discountCharges !== null

/** Shown instead of a receipt, which is sent by email. */
export function SubscribedStep({ checkout }: PartProps) {
  const { page, payment, testNote } = checkout
  const texts = useTexts()
  const { plan } = page
  if (!payment || !plan) return null
  const rows: DetailEntries = [
    [texts.subscribedTo, plan.name],
    [texts.from, page.businessName],
    [texts.price, `${formatNaira(plan.amountKobo - plan.discountKobo)} ${texts.per[plan.interval]}`],
    [texts.thereafter, hasTwoPrices(plan) && `${formatNaira(plan.amountKobo)} ${texts.per[plan.interval]}`],
    [texts.setupFee, plan.setupFeeKobo > 0 && formatNaira(plan.setupFeeKobo)],
    [texts.paidToday, plan.isCardCheck ? texts.nothing : formatNaira(payment.amountKobo)],
    [texts.nextCharge, plan.nextPaymentAt ? formatDate(plan.nextPaymentAt) : texts.none],
    [texts.card, payment.card && cardName(payment.card, texts)],
    [texts.reference, payment.reference],
  ]
  return (
    <Success
      title={plan.trialDays > 0 ? texts.freeBegun : texts.subscribed}
      note={
        page.mode === 'TEST' && (
          <p className="mt-1 font-medium text-warn">
            {messages.modeLabel.TEST}: {texts.noRealCharge}
          </p>
        )
      }
    >
      {page.hasThanks && (
        <ThanksMessage page={page} payment={payment} known={checkout.thanks} isEmbedded={checkout.embedder !== null} />
      )}
      <DetailList rows={rows} />
      {plan.isCardCheck && <p className="text-ink-2">{texts.checkReturned(formatNaira(payment.amountKobo))}</p>}
      <p className="text-ink-2 wrap-anywhere">{texts.ownPage(payment.email)}</p>
      {testNote && <p className="text-sm text-warn print:hidden">{testNote}</p>}
    </Success>
  )
}

/** Shown after the card of a subscription was changed. */
export function CardChanged({ checkout: { payment } }: PartProps) {
  const texts = useTexts()
  if (!payment) return null
  const isCheck = payment.amountKobo === limits.cardCheckKobo
  return (
    <Success
      title={isCheck ? texts.cardChanged : texts.paidAndChanged}
      note={
        <p className="mt-2 text-ink-2">
          {texts.chargedFromNow(payment.card ? cardName(payment.card, texts) : texts.newCard)}{' '}
          {isCheck
            ? texts.checkReturned(formatNaira(payment.amountKobo))
            : texts.youPaid(formatNaira(payment.amountKobo))}
        </p>
      }
    >
      <p>
        <a
          href="?"
          className="inline-flex min-h-11 items-center font-medium text-link underline-offset-2 hover:underline"
        >
          {texts.backToSubscription}
        </a>
      </p>
    </Success>
  )
}
