import { formatNaira } from '@adire/contract/money.ts'
import { getPaymentShares } from '@adire/contract/splits.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { Card } from '../../ui/card.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'

/** Split of a payment: the share of each recipient. Renders nothing if the payment was not split. */
export function PaymentShares({ paymentId }: { paymentId: string }) {
  const shares = useCall(getPaymentShares, { id: paymentId })
  if (shares.error) return <ErrorStrip message={shares.error.message} onRetry={() => shares.refetch()} />
  if (!shares.data || shares.data.content.length === 0) return null
  const { split, content } = shares.data
  return (
    <Card
      title="Shares"
      action={
        split && (
          <Link to={`/split-payment-detail?id=${split.id}`} className="font-medium text-link hover:underline">
            {split.name}
          </Link>
        )
      }
    >
      <div className="-mt-1 -mb-3">
        <DetailList
          details={content.map(({ name, isBusiness, netKobo, returnedKobo }) => ({
            label: isBusiness ? 'You' : name,
            value: `${formatNaira(netKobo)}${returnedKobo > 0 ? `, ${formatNaira(returnedKobo)} refunded` : ''}`,
          }))}
        />
      </div>
    </Card>
  )
}
