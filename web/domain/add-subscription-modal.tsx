import { methodName } from '@adire/contract/channels/method-name.ts'
import { calculateDiscountKobo } from '@adire/contract/coupons.ts'
import type { Coupon } from '@adire/contract/coupons-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { inviteToPlan, listPlans, perInterval } from '@adire/contract/plans.ts'
import type { Plan } from '@adire/contract/plans-schemas.ts'
import { listSavedCards } from '@adire/contract/saved-cards.ts'
import type { SavedCard } from '@adire/contract/saved-cards-schemas.ts'
import { createSubscription } from '@adire/contract/subscription-actions.ts'
import { getSubscriptionTotals, listSubscriptions } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall, useChange } from '../client/api.ts'
import { formatDate } from '../ui/date.ts'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Field } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CouponField } from './coupon-field.tsx'
import { CustomerPicker, type PickedCustomer } from './customer-picker.tsx'
import { QuantityField, readQuantity } from './quantity-field.tsx'
import { type StartChoice, StartFields, startInput } from './start-fields.tsx'

/** Page size above any realistic number of cards of one customer. */
const maxCards = 50

type AddSubscriptionModalProps = {
  /** The customer, if known. */
  customer?: PickedCustomer
  onClose: () => void
}

/** Subscribes a customer with a card that they let the business charge regularly, or invites them to enter one. */
export function AddSubscriptionModal({ customer: known, onClose }: AddSubscriptionModalProps) {
  const [customer, setCustomer] = useState(known)
  const [planId, setPlanId] = useState('')
  const [cardId, setCardId] = useState('')
  const [typed, setTyped] = useState('1')
  const [start, setStart] = useState<StartChoice>({ when: 'now', day: '', days: '' })
  const [coupon, setCoupon] = useState<Coupon>()
  const [dayError, setDayError] = useState<string>()
  const plans = useCall(listPlans, { status: 'active', limit: limits.listMaximum })
  const { cards, usable, card } = useUsableCards(customer, cardId)
  const plan = plans.data?.content.find(({ id }) => id === planId)
  const quantity = readQuantity(typed)
  const mustInvite = customer !== undefined && usable?.length === 0
  const create = useCreate(onClose)
  const invite = useInvite(onClose)
  const change = mustInvite ? invite : create
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!plan || !customer || !quantity) return
    if (mustInvite) return invite.mutate({ id: plan.id, email: customer.email })
    const input = startInput(start)
    if (typeof input === 'string') return setDayError(input)
    if (card) create.mutate({ savedCardId: card.id, ...toTerms(plan, quantity, coupon), ...input })
  }
  const fieldError = (name: string) => create.error?.fields.find(({ field }) => field === name)?.message
  const startError = dayError ?? fieldError('startsOn') ?? fieldError('trialDays')
  const failure = change.error && !(startError && change === create) ? change.error.message : undefined
  /** A setter that also removes the errors of the last attempt. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setDayError(undefined)
      create.reset()
    }
  const choosePlan = (next: string) => {
    setPlanId(next)
    setCoupon(undefined)
    setStart(startOf(plans.data?.content.find(({ id }) => id === next)))
    create.reset()
    invite.reset()
  }
  return (
    <Modal
      open
      title="Add subscription"
      onClose={onClose}
      onSubmit={submit}
      action={mustInvite ? 'Send invitation' : actionOf(plan, quantity ?? 1, coupon, start)}
      busy={change.isPending}
      disabled={!plan || !customer || (!mustInvite && !(card && quantity))}
    >
      {failure && <ErrorStrip message={failure} />}
      {plans.error && <ErrorStrip message={plans.error.message} onRetry={() => plans.refetch()} />}
      {known ? <KnownCustomer customer={known} /> : <CustomerPicker onPick={setCustomer} />}
      <PlanField plans={plans.data?.content} value={planId} onChange={choosePlan} />
      {cards.error && <ErrorStrip message={cards.error.message} onRetry={() => cards.refetch()} />}
      {customer && cards.isPending && <Skeleton className="h-16" />}
      {mustInvite && <InvitationNote hasOtherCards={cards.data!.content.length > 0} />}
      {usable && card && (
        <>
          <CardField cards={usable} value={card.id} onChange={setCardId} error={fieldError('savedCardId')} />
          <QuantityField value={typed} onChange={changed(setTyped)} error={fieldError('quantity')} />
          {plan && <CouponField planId={planId} value={coupon} onChange={changed(setCoupon)} optional />}
          <StartFields start={start} error={startError} onChange={changed(setStart)} />
        </>
      )}
    </Modal>
  )
}

/** Cards of the customer that may be charged regularly, and the chosen one, else the first. */
function useUsableCards(customer: PickedCustomer | undefined, cardId: string) {
  const cards = useCall(
    listSavedCards,
    { customerId: customer?.id ?? '', limit: maxCards },
    { enabled: customer !== undefined },
  )
  const usable = cards.data?.content.filter(({ coversSubscriptions }) => coversSubscriptions)
  return { cards, usable, card: usable?.find(({ id }) => id === cardId) ?? usable?.[0] }
}

/** Start of a subscription to a plan that was just chosen: with the trial of the plan, if it has one. */
function startOf(plan: Plan | undefined): StartChoice {
  const days = plan?.trialDays ?? 0
  return { when: days > 0 ? 'trial' : 'now', day: '', days: days > 0 ? String(days) : '' }
}

/** What the customer agrees to pay. */
const toTerms = (plan: Plan, quantity: number, coupon: Coupon | undefined) => ({
  planId: plan.id,
  quantity,
  amountKobo: plan.amountKobo * quantity,
  setupFeeKobo: plan.setupFeeKobo,
  ...(coupon && { couponId: coupon.id }),
})

const KnownCustomer = ({ customer }: { customer: PickedCustomer }) => (
  <p className="wrap-anywhere">
    For <span className="font-medium">{customer.name ?? customer.email}</span>
  </p>
)

type PlanFieldProps = { plans: readonly Plan[] | undefined; value: string; onChange: (planId: string) => void }

const PlanField = ({ plans, value, onChange }: PlanFieldProps) => (
  <Field label="Plan">
    <Select
      value={value}
      onChange={({ target }) => onChange(target.value)}
      placeholder={plans ? 'Choose a plan' : 'Loading plans'}
      options={(plans ?? []).map(({ id, name, amountKobo, setupFeeKobo, interval }) => ({
        value: id,
        label: `${name}, ${formatNaira(amountKobo)} ${perInterval[interval]}${setupFeeKobo > 0 ? `, setup fee ${formatNaira(setupFeeKobo)}` : ''}`,
      }))}
    />
  </Field>
)

type CardFieldProps = {
  cards: readonly SavedCard[]
  value: string
  onChange: (cardId: string) => void
  error: string | undefined
}

const CardField = ({ cards, value, onChange, error }: CardFieldProps) => (
  <Field
    label="Saved card"
    hint="The customer agreed that you charge it regularly. They get an email with what is charged, when, and how to cancel."
    error={error}
  >
    <Select value={value} onChange={({ target }) => onChange(target.value)} options={cards.map(toOption)} />
  </Field>
)

/** Creates the subscription, and opens its page. */
function useCreate(onClose: () => void) {
  const navigate = useNavigate()
  return useChange(createSubscription, {
    refresh: [listSubscriptions, getSubscriptionTotals],
    success: describeCreated,
    quiet: true,
    onDone: ({ id }) => {
      onClose()
      navigate(`/subscriptions/${id}`)
    },
  })
}

const useInvite = (onClose: () => void) =>
  useChange(inviteToPlan, {
    success: (_, { email }) => `The link goes to ${email}`,
    quiet: true,
    onDone: onClose,
  })

function describeCreated({ attention, nextPaymentAt, status, isTrial, plan }: Subscription): string {
  if (attention) return `Added, but the first charge of ${plan.name} was declined. It is tried again.`
  if ((status === 'pending' || isTrial) && nextPaymentAt)
    return `Added. The first charge is on ${formatDate(nextPaymentAt)}`
  return `${plan.name} has started`
}

const actionOf = (plan: Plan | undefined, quantity: number, coupon: Coupon | undefined, { when }: StartChoice) => {
  const priceKobo = plan && plan.amountKobo * quantity
  const kobo =
    priceKobo && priceKobo - (coupon ? calculateDiscountKobo(priceKobo, coupon) : 0) + (plan?.setupFeeKobo ?? 0)
  return kobo && when === 'now' ? `Charge ${formatNaira(kobo)} and subscribe` : 'Add subscription'
}

const toOption = ({ id, brand, last4, expiryMonth, expiryYear }: SavedCard) => ({
  value: id,
  label: `${methodName({ channel: 'card', cardBrand: brand, cardLast4: last4 })}, ${String(expiryMonth).padStart(2, '0')}/${expiryYear}`,
})

const InvitationNote = ({ hasOtherCards }: { hasOtherCards: boolean }) => (
  <p className="rounded-md bg-sunken px-4 py-3 text-ink-2 ring-1 ring-line" role="status">
    {hasOtherCards
      ? 'The saved cards of this customer are for single payments: they did not agree to regular charges.'
      : 'This customer has no saved card.'}{' '}
    Send them the link of the plan: they enter a card and subscribe themselves. Nothing is charged before that.
  </p>
)
