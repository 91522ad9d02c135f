import { formatNaira } from '@adire/contract/money.ts'
import type { SplitBearer, SplitType } from '@adire/contract/split-shares.ts'

export const typeNames: Record<SplitType, string> = { percentage: 'Percentages', flat: 'Fixed amounts' }

export const formatPercent = (bps: number) => `${(bps / 100).toLocaleString('en-US', { maximumFractionDigits: 2 })}%`

/** Share as text: "30%" or "NGN 1,500.00". */
export const formatShare = (type: SplitType, value: number) =>
  type === 'percentage' ? formatPercent(value) : formatNaira(value)

export const bearerName = (feeBearer: SplitBearer, recipientName: string | undefined) =>
  ({ business: 'You', everyone: 'Everyone, by their share', party: recipientName ?? 'One recipient' })[feeBearer]
