import { endpointsFor } from './endpoint.ts'
import type * as schemas from './recurring-revenue-schemas.ts'

const { get } = endpointsFor('core', 'merchant', 'payments', 'subscriptions')
export const getRecurringRevenue = get<typeof schemas.getRecurringRevenue>('subscribe/revenue')
