import { listDisputes } from '@adire/contract/disputes.ts'
import type { DisputeRow } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { ResponseDeadline } from '../../domain/response-deadline.tsx'
import { Card } from '../../ui/card.tsx'

/** Dispute of a payment; renders nothing if there is none. */
export function PaymentDispute({ paymentId }: { paymentId: string }) {
  const { data } = useCall(listDisputes, { paymentId })
  return data?.content.map((dispute) => (
    <Card
      key={dispute.id}
      title="Dispute"
      action={dispute.status === 'awaiting_merchant_feedback' && <ResponseDeadline dueAt={dispute.dueAt} />}
    >
      <p className="text-ink-2">{describeDispute(dispute)}</p>
      <Link
        to={`/transactions/disputes/${dispute.id}`}
        className="mt-3 inline-block font-medium text-link hover:underline pointer-coarse:py-2"
      >
        {dispute.status === 'awaiting_merchant_feedback' ? 'Respond to dispute' : 'View dispute'}
      </Link>
    </Card>
  ))
}

function describeDispute({ status, resolution, amountKobo, lostKobo }: DisputeRow): string {
  if (status === 'awaiting_merchant_feedback')
    return `The customer disputes ${formatNaira(amountKobo)}. Without a response, the dispute is accepted automatically.`
  if (status === 'awaiting_bank_feedback') return `You contested ${formatNaira(amountKobo)}. The bank is deciding.`
  return resolution === 'won'
    ? `You won: you keep ${formatNaira(amountKobo)}.`
    : `${formatNaira(lostKobo)} was refunded to the customer.`
}
