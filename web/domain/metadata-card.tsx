import type { Metadata } from '@adire/contract/metadata-schemas.ts'
import { Card } from '../ui/card.tsx'
import { DetailList } from '../ui/detail-list.tsx'

/** Metadata that the merchant's server gave an object. Renders nothing if there is none. */
export function MetadataCard({ metadata }: { metadata: Metadata }) {
  const details = Object.entries(metadata).map(([label, value]) => ({ label, value: String(value) }))
  if (details.length === 0) return null
  return (
    <Card title="Metadata">
      <div className="-mt-1 -mb-3">
        <DetailList details={details} />
      </div>
    </Card>
  )
}
