import { getChannelHealth } from '@adire/contract/channel-health.ts'
import { listDisputes } from '@adire/contract/disputes.ts'
import { getOverview, listPayments } from '@adire/contract/payments.ts'
import { listRefunds } from '@adire/contract/refunds.ts'
import { getUnsettled } from '@adire/contract/settlements.ts'
import { type readAhead, useCall } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { dayKey } from '../../ui/date.ts'
import { useRange } from './range.ts'

/** The queries of the overview. `OverviewReads` starts all of them, so that none waits for a part to be rendered. */
type Choices = typeof readAhead

export const maxRecentPayments = 8
/** Disputes, and refunds, that are listed as open. */
const maxOpen = 5
const healthReloadMs = 60_000

export const useRecentPayments = (choices?: Choices) => useCall(listPayments, { limit: maxRecentPayments }, choices)

export const useOpenDisputes = (choices?: Choices) =>
  useCall(listDisputes, { status: 'awaiting_merchant_feedback', limit: maxOpen }, choices)
export const useStuckRefunds = (choices?: Choices) =>
  useCall(listRefunds, { status: 'needs_attention', limit: maxOpen }, choices)
export const useChannelHealth = (choices?: Choices) =>
  useCall(getChannelHealth, {}, { ...choices, refetchInterval: healthReloadMs })

export function useTotalsOfToday(choices?: Choices) {
  const today = dayKey(businessNow())
  return useCall(getOverview, { from: today, to: today }, choices)
}

/** Totals, volume by day and volume by channel. */
export const useStatsOfPeriod = (choices?: Choices) =>
  useCall(getOverview, { ...useRange().period, series: 'day' }, { ...choices, keepPrevious: true })

export const useUnsettled = (choices?: Choices) => useCall(getUnsettled, {}, choices)
