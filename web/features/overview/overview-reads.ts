import { getChannelHealth } from '@adire/contract/channel-health.ts'
import { listDisputes } from '@adire/contract/disputes.ts'
import { getOverview, listPayments } from '@adire/contract/payments.ts'
import { listRefunds } from '@adire/contract/refunds.ts'
import { getUnsettled } from '@adire/contract/settlements.ts'
import { type readAhead, useCall } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { dayKey } from '../../ui/date.ts'
import { useRange } from './range.ts'

/** The queries of the overview. The page calls all of them, so that none waits for a part to be rendered. */

export const mostRecent = 8
/** Disputes, and refunds, that are listed as open. */
const mostOpen = 5
const healthReloadMs = 60_000

export const useRecentPayments = () => useCall(listPayments, { limit: mostRecent })

export const useOpenDisputes = () => useCall(listDisputes, { status: 'awaiting_merchant_feedback', limit: mostOpen })
export const useStuckRefunds = () => useCall(listRefunds, { status: 'needs_attention', limit: mostOpen })
export const useChannelHealth = () => useCall(getChannelHealth, {}, { refetchInterval: healthReloadMs })

export function useTotalsOfToday() {
  const today = dayKey(businessNow())
  return useCall(getOverview, { from: today, to: today })
}

/** Totals, volume by day and volume by channel. */
export const useStatsOfPeriod = () =>
  useCall(getOverview, { ...useRange().period, series: 'day' }, { keepPrevious: true })

export const useUnsettled = (choices?: typeof readAhead) => useCall(getUnsettled, {}, choices)
