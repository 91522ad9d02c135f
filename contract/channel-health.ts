import type * as schemas from './channel-health-schemas.ts'
import type { Channel } from './channels/channels.ts'
import { endpointsFor } from './endpoint.ts'

/** Minutes that the health of a channel is calculated over. */
export const healthMinutes = 15
/** Minimum number of payments, paid or failed, before a channel is called slow or failing. */
export const minimumForHealth = 20
/** Success rate below which a channel is failing. */
export const failingBelow = 0.7
/** Median time to pay above which a channel is slow, in ms. It contains the time that the payer needs. */
export const slowAboveMs: Record<Channel, number | null> = {
  card: 5 * 60_000,
  bank_transfer: 10 * 60_000,
  ussd: 5 * 60_000,
  qr: 5 * 60_000,
  bank_account: 5 * 60_000,
  // Debited without the payer, often over night.
  direct_debit: null,
}

/** `unknown`: too few payments. */
export const healthStates = ['healthy', 'slow', 'failing', 'unknown'] as const

const { get } = endpointsFor('collections', 'member', 'payments', 'payments')
export const getChannelHealth = get<typeof schemas.getChannelHealth>('payments/channel-health')
