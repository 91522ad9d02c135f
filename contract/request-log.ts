import { endpointsFor } from './endpoint.ts'
import type * as schemas from './request-log-schemas.ts'

/** Methods of calls, to filter by. A rejected request may have another. */
export const loggedMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Status classes, by the first digit of the status. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

const { get } = endpointsFor('core', 'member', 'none', 'request_log.view')
export const listLoggedRequests = get<typeof schemas.listLoggedRequests>('request-log')
export const listLoggedKeys = get<typeof schemas.listLoggedKeys>('request-log/keys')
export const getLoggedRequest = get<typeof schemas.getLoggedRequest>('request-log/:id', {
  errors: ['request_not_found'],
})
