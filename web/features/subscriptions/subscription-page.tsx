import { describeAddOnPrice } from '@adire/contract/add-on-text.ts'
import { accountLabel, methodName } from '@adire/contract/channels/method-name.ts'
import { describePrice } from '@adire/contract/coupons.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getSubscription } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { Link, useParams, useSearchParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { SimulateButton } from '../../domain/simulate-button.tsx'
import { SubscriptionBadge } from '../../domain/subscription-cells.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { formatDate } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { Timeline, type TimelineTones } from '../../ui/timeline.tsx'
import { keepNumbersWhole } from '../../ui/whole-numbers.ts'
import { SubscriptionPeriods } from './periods.tsx'
import { nextChargeNote, StatusSummary } from './status-summary.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { SubscriptionPayments } from './subscription-payments.tsx'

const back = { to: '/subscriptions', label: 'Subscriptions' }

export function SubscriptionPage() {
  const { id = '' } = useParams()
  const subscription = useCall(getSubscription, { id })
  if (subscription.data) return <Found subscription={subscription.data} />
  return <LoadError what="subscription" back={back} read={subscription} />
}

function Found({ subscription }: { subscription: Subscription }) {
  const { customerName, customerEmail, plan, nextPaymentAt, charges, events } = subscription
  const isPayments = useSearchParams()[0].get('view') === 'payments'
  return (
    <>
      <PageHeader
        title={customerName ?? customerEmail}
        badge={<SubscriptionBadge {...subscription} />}
        note={`${plan.name}, ${describeSubscriptionPrice(subscription)}`}
        back={back}
        actions={
          <>
            <SimulateButton kind="subscription" id={subscription.id} />
            <SubscriptionActions subscription={subscription} />
          </>
        }
      />
      <StatusSummary subscription={subscription} />
      <div className={`${detailColumns} lg:grid-rows-[auto_1fr]`}>
        <Tiles
          layout="lg:max-xl:grid-cols-1 xl:grid-cols-[2fr_2fr_1fr]"
          tiles={[
            {
              label: 'Next charge',
              value: nextPaymentAt ? (
                <Amount kobo={subscription.attention?.owedKobo ?? subscription.nextChargeKobo} size="figure" />
              ) : (
                'None'
              ),
              note: <Note>{nextPaymentAt ? formatDate(nextPaymentAt) : nextChargeNote(subscription)}</Note>,
            },
            {
              label: 'Collected',
              value: <Amount kobo={subscription.collectedKobo} size="figure" />,
              note: <Note>So far</Note>,
            },
            {
              label: 'Periods',
              value: groupDigits(charges),
              note: <Note>{describePeriods(subscription)}</Note>,
            },
          ]}
        />
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <DetailList details={listDetails(subscription)} />
            </div>
          </Card>
          <Card title="Timeline">
            <Timeline events={events} tones={tones} />
          </Card>
        </div>
        <div className="min-w-0">
          <FilterTabs
            label="Charges"
            tabs={[
              { to: '?', label: 'Periods', isCurrent: !isPayments },
              { to: '?view=payments', label: 'Payments', isCurrent: isPayments },
            ]}
          />
          {isPayments ? <SubscriptionPayments id={subscription.id} /> : <SubscriptionPeriods id={subscription.id} />}
        </div>
      </div>
    </>
  )
}

const describeSubscriptionPrice = ({ amountKobo, plan, discount, chargeLimit, charges }: Subscription) =>
  describePrice({
    amountKobo,
    interval: plan.interval,
    discountKobo: discount?.amountKobo ?? 0,
    discountCharges: discount?.chargesLeft ?? null,
    chargeLimit: chargeLimit === null ? null : chargeLimit - charges,
  })

const describeLeft = ({ amountKobo, chargesLeft }: NonNullable<Subscription['discount']>) =>
  `${formatNaira(amountKobo)} off, ${chargesLeft === null ? 'every payment' : `${chargesLeft} ${chargesLeft === 1 ? 'payment' : 'payments'} left`}`

const describePeriods = ({ chargeLimit, attention }: Subscription) =>
  [chargeLimit === null ? 'Until cancelled' : `Of ${chargeLimit}`, attention && '1 unpaid'].filter(Boolean).join(', ')

const Note = ({ children }: { children: string }) => <span className="text-sm text-muted">{children}</span>

const tones: TimelineTones = {
  started: 'ok',
  paid: 'ok',
  recovered: 'ok',
  forgiven: 'ok',
  paid_outside: 'ok',
  refunded: 'warn',
  charge_failed: 'bad',
  card_expiring: 'warn',
  paused: 'warn',
  reactivated: 'ok',
  period_restarted: 'warn',
  credit_lapsed: 'warn',
  cancelled: 'bad',
}

function listDetails(subscription: Subscription): DetailItem[] {
  const {
    plan,
    coupon,
    discount,
    card,
    mandate,
    currentPeriod,
    trialEndsAt,
    isTrial,
    creditKobo,
    paymentLink,
    createdAt,
  } = subscription
  const details: (DetailItem | false | null)[] = [
    { label: 'Customer', value: <To page={`/customers/${subscription.customerId}`}>{subscription.customerEmail}</To> },
    { label: 'Plan', value: <To page={`/plans/${plan.id}`}>{plan.name}</To> },
    subscription.quantity > 1 && {
      label: 'Quantity',
      value: `${subscription.quantity} × ${formatNaira(subscription.amountKobo / subscription.quantity)}`,
    },
    subscription.addOns.length > 0 && {
      label: 'Add-ons',
      value: subscription.addOns.map(describeAddOnPrice).join(', '),
    },
    subscription.setupFeeKobo > 0 && {
      label: 'Setup fee',
      value: `${formatNaira(subscription.setupFeeKobo)}, ${subscription.charges === 0 ? 'with the first charge' : 'charged'}`,
    },
    coupon && { label: 'Coupon', value: <To page={`/plans/coupons/${coupon.id}`}>{coupon.name}</To> },
    coupon && { label: 'Discount', value: discount ? describeLeft(discount) : 'Used up' },
    card && { label: 'Card', value: methodName({ channel: 'card', cardBrand: card.brand, cardLast4: card.last4 }) },
    card && { label: 'Card expires', value: `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}` },
    mandate && {
      label: 'Account',
      value: (
        <To page={`/directDebit/${mandate.slug}`}>{keepNumbersWhole(accountLabel(mandate.bankName, mandate.last4))}</To>
      ),
    },
    isTrial && trialEndsAt !== null && { label: 'Free until', value: formatDate(trialEndsAt) },
    currentPeriod && {
      label: 'Current period',
      value: `${formatDate(currentPeriod.startsAt)} – ${formatDate(currentPeriod.endsAt)}`,
    },
    creditKobo > 0 && {
      label: subscription.endedAt === null ? 'Credit' : 'Lapsed credit',
      value: formatNaira(creditKobo),
    },
    paymentLink && {
      label: 'Signed up through',
      value: <To page={`/payment-link/${paymentLink.id}`}>{paymentLink.name}</To>,
    },
    { label: 'Since', value: formatDate(createdAt) },
    { label: 'Code', value: subscription.code },
    subscription.consentText !== null && { label: 'Agreed to', value: subscription.consentText },
  ]
  return details.filter((detail) => detail !== false && detail !== null)
}

function To({ page, children }: { page: string; children: string }) {
  return (
    <Link to={page} className="text-link hover:underline">
      {children}
    </Link>
  )
}
