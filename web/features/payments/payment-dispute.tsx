import { listDisputes } from '@adire/contract/disputes.ts'
import type { DisputeRow } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { Card } from '../../ui/card.tsx'
import { Countdown } from '../../ui/countdown.tsx'

/** Dispute of a payment; renders nothing if there is none. */
export function PaymentDispute({ paymentId }: { paymentId: string }) {
  const { data } = useCall(listDisputes, { paymentId })
  return data?.content.map((dispute) => (
    <Card
      key={dispute.id}
      title="Dispute"
      action={dispute.status === 'awaiting_merchant_feedback' && <Countdown dueAt={dispute.dueAt} />}
    >
      <p className="text-ink-2">{describeDispute(dispute)}</p>
      <Link
        to={`/transactions/disputes/${dispute.id}`}
        className="mt-3 inline-block font-medium text-link hover:underline pointer-coarse:py-2"
      >
        {dispute.status === 'awaiting_merchant_feedback' ? 'Answer the dispute' : 'See the dispute'}
      </Link>
    </Card>
  ))
}

function describeDispute({ status, resolution, amountKobo, lostKobo }: DisputeRow): string {
  if (status === 'awaiting_merchant_feedback')
    return `The customer\u2019s bank wants ${formatNaira(amountKobo)} back. Unanswered it counts as accepted.`
  if (status === 'awaiting_bank_feedback') return `You contested ${formatNaira(amountKobo)}. The bank decides.`
  return resolution === 'won'
    ? `You won: ${formatNaira(amountKobo)} stays with you.`
    : `${formatNaira(lostKobo)} went back to the customer.`
}
