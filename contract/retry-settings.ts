import { endpointsFor } from './endpoint.ts'
import type * as schemas from './retry-settings-schemas.ts'

/** Days after the first failed charge on which it is tried again, until a business chooses its own. */
export const usualRetryDays: readonly number[] = [1, 3, 5]
export const maxRetries = 8
/** Latest day of a retry after the first failed charge. */
export const latestRetryDay = 30

const { get, post } = endpointsFor('core', 'merchant', 'payments', 'subscriptions')
export const getRetrySettings = get<typeof schemas.getRetrySettings>('subscribe/retry-settings')
export const updateRetrySettings = post<typeof schemas.updateRetrySettings>('subscribe/retry-settings')
