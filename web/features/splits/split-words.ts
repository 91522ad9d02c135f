import { formatNaira } from '@adire/contract/money.ts'
import type { SplitBearer, SplitType } from '@adire/contract/split-shares.ts'

export const typeNames: Record<SplitType, string> = { percentage: 'Percentages', flat: 'Fixed amounts' }

export const percentOf = (bps: number) => `${(bps / 100).toLocaleString('en-US', { maximumFractionDigits: 2 })} %`

/** "30 %", or "NGN 1,500.00". */
export const shareOf = (type: SplitType, value: number) =>
  type === 'percentage' ? percentOf(value) : formatNaira(value)

export const bearerName = (feeBearer: SplitBearer, party: string | undefined) =>
  ({ business: 'You', everyone: 'Everyone, by their share', party: party ?? 'One party' })[feeBearer]
