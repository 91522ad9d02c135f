import type * as schemas from './channel-health-schemas.ts'
import { endpointsFor } from './endpoint.ts'

/** Minutes that the health of a channel is calculated over. */
export const healthMinutes = 15
/** Minimum number of payments, paid or failed, before a channel is called slow or failing. */
export const minimumForHealth = 20
/** Success rate below which a channel is failing. */
export const failingBelow = 0.7

/** `unknown`: too few payments. */
export const healthStates = ['healthy', 'slow', 'failing', 'unknown'] as const

const { get } = endpointsFor('collections', 'member', 'payments', 'payments')
export const getChannelHealth = get<typeof schemas.getChannelHealth>('payments/channel-health')
