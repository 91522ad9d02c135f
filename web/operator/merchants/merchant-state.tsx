import type { MerchantState, OfficeMerchantRow } from '@adire/contract/back-office/merchants-schemas.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const states: Record<MerchantState, [BadgeTone, string]> = {
  open: ['ok', 'Open'],
  payments_frozen: ['bad', 'Payments frozen'],
  payouts_frozen: ['warn', 'Payouts frozen'],
  suspended: ['bad', 'Suspended'],
  closed: ['neutral', 'Closed'],
}

export const MerchantBadge = ({ state }: Pick<OfficeMerchantRow, 'state'>) => (
  <Badge tone={states[state][0]}>{states[state][1]}</Badge>
)

export const modeName = (mode: 'TEST' | 'LIVE') => (mode === 'LIVE' ? 'Live' : 'Test')
