import { ItemStatus } from '../review/item-list.tsx'
import { itemNames } from '../review/item-names.ts'
import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

/** What the business has submitted for review, in the words of the review. */
export const KycCard = ({ merchant: { kyc } }: OfMerchant) => (
  <ListCard
    title="Review"
    none="This type of business submits nothing."
    lines={kyc.map(({ type, status, reason }) => ({
      key: type,
      title: itemNames[type] ?? type,
      note: reason,
      aside: <ItemStatus status={status} />,
    }))}
  />
)
