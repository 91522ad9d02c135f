import { statusLabel } from '@adire/contract/status-names.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

const kycName = (type: string) => statusLabel(type.toLowerCase()).replace(/^(bvn|cac)\b/i, (word) => word.toUpperCase())

export const KycCard = ({ merchant: { kyc } }: OfMerchant) => (
  <ListCard
    title="Review"
    none="This type of business submits nothing."
    lines={kyc.map(({ type, status, reason }) => ({
      key: type,
      title: kycName(type),
      note: reason,
      aside:
        status === 'PENDING_MERCHANT_SUBMISSION' ? (
          <span className="text-muted">Not submitted</span>
        ) : (
          <StatusBadge status={status} />
        ),
    }))}
  />
)
