import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Payment } from '@adire/contract/payments-schemas.ts'
import { CircleX, Clock, Info } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDateTime } from '../../ui/date.ts'

type Reason = NonNullable<Payment['failure']>
type Confirmation = NonNullable<Payment['confirmation']>

/** Failure message, then the code that a bank's support desk needs. An abandoned payment is not shown as an error. */
export function PaymentFailure({
  failure: { bankCode, message },
  status,
}: Pick<Payment, 'status'> & { failure: Reason }) {
  const tone = status === 'failed' ? 'bg-bad-soft text-bad' : 'bg-neutral-soft text-neutral'
  return (
    <p className={`mb-6 flex items-start gap-3 rounded-md px-3.5 py-2.5 ${tone}`}>
      <CircleX className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span className="flex flex-1 flex-wrap justify-between gap-x-6">
        <span className="font-medium">{message}</span>
        {bankCode && <span className="figures">Code {bankCode}</span>}
      </span>
    </p>
  )
}

/** What an unfinished payment waits for, so that users need not guess if it is stuck. */
export function PaymentWaiting({ payment: { status, channel, confirmation } }: { payment: Payment }) {
  if (confirmation) return <ConfirmationWaiting confirmation={confirmation} />
  const what =
    status === 'processing'
      ? 'The bank has not responded yet. We keep asking it.'
      : ((channel && channelDefinitions[channel].waitingText) ?? 'The customer has not finished paying.')
  return (
    <p className="mb-6 flex items-start gap-3 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
      <Clock className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      {what} This page updates by itself.
    </p>
  )
}

/** A charge of a saved card that its bank wants the holder to confirm: they may have missed the email with the link. */
function ConfirmationWaiting({ confirmation: { url, expiresAt } }: { confirmation: Confirmation }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-warn-soft px-3.5 py-2.5">
      <p className="flex min-w-0 items-start gap-3 text-warn">
        <Clock className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        <span>
          The bank asks the customer to confirm this charge, until {formatDateTime(expiresAt)}. We emailed them a link.
          You can send it to them yourself, too.
        </span>
      </p>
      <CopyButton text={url} label="Copy confirmation link" />
    </div>
  )
}

/** Explains the small amount of a card check, which is not a sale. */
export function CardCheck({ payment: { amountKobo, refundedKobo, paidAt } }: { payment: Payment }) {
  const amount = formatNaira(amountKobo)
  const text =
    paidAt === null
      ? `This checks a card for a subscription. ${amount} is charged and refunded at once.`
      : refundedKobo < amountKobo
        ? `This checked a card for a subscription. ${amount} was charged and is being refunded.`
        : `This checked a card for a subscription. ${amount} was charged and refunded.`
  return (
    <p className="mb-6 flex items-start gap-3 rounded-md bg-neutral-soft px-3.5 py-2.5 text-neutral">
      <Info className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      {text} It has no fee and is not a sale.
    </p>
  )
}

export function PaymentCustomer({ name, email, id }: { name: string | null; email: string; id: string | null }) {
  return (
    <Card title="Customer">
      {name && <p className="font-medium wrap-anywhere">{name}</p>}
      <p className={`wrap-anywhere ${name ? 'text-muted' : 'font-medium'}`}>{email}</p>
      <Link
        to={id ? `/customers/${id}` : `/transactions?search=${encodeURIComponent(email)}`}
        className="mt-3 inline-block font-medium text-link hover:underline pointer-coarse:py-2"
      >
        {id ? 'View customer' : 'Payments from this email'}
      </Link>
    </Card>
  )
}
