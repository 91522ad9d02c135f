import type { DisputeRow } from '@adire/contract/disputes-schemas.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const resolutions: Record<NonNullable<DisputeRow['resolution']>, [label: string, tone: BadgeTone]> = {
  won: ['Won', 'ok'],
  lost: ['Lost', 'bad'],
  declined: ['Evidence rejected', 'bad'],
  merchant_accepted: ['Accepted', 'neutral'],
  auto_accepted: ['No response', 'bad'],
}

/** Status of a dispute: the side that must act next, or the resolution. */
export function DisputeBadge({ dispute: { status, resolution } }: { dispute: DisputeRow }) {
  if (resolution) return <Badge tone={resolutions[resolution][1]}>{resolutions[resolution][0]}</Badge>
  if (status === 'awaiting_bank_feedback') return <Badge tone="neutral">With the bank</Badge>
  return <Badge tone="warn">Response needed</Badge>
}
