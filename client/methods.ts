import { type Area, areaTexts, listAreaEndpoints } from '../api/http/openapi-areas.ts'
import { type Endpoint, merchantInPath } from '../contract/endpoint.ts'

/** A method of the client: `client.customers.addNote` has the area `customers` and the endpoint `addCustomerNote`. */
export interface ClientMethod {
  name: string
  endpointName: string
  endpoint: Endpoint
}

/**
 * Endpoints for servers: those that a secret key may call without `merchantId`, and the public lookups. Other public
 * endpoints are for pages.
 */
const isForServers = (area: Area, endpoint: Endpoint) =>
  (endpoint.access === 'merchant' && !merchantInPath(endpoint)) || (endpoint.access === 'public' && area === 'lookups')

/** Without its object the name would say something else. */
const otherNames: Readonly<Record<string, string>> = { listPlanPaymentLinks: 'listForPlans' }

/**
 * Name of a method: that of its endpoint without the object of the area. `listCustomers` is `list`, `addCustomerNote` is `addNote`,
 * `inviteToPlan` is `invite`.
 */
function toMethodName(area: string, endpointName: string): string {
  const object = area.replace(/s$/, '').replace(/^./, (first) => first.toUpperCase())
  return otherNames[endpointName] ?? endpointName.replace(new RegExp(`(To|For)?${object}s?(?=[A-Z]|$)`), '')
}

const toMethods = (area: Area): ClientMethod[] =>
  listAreaEndpoints(area)
    .filter(([, endpoint]) => isForServers(area, endpoint))
    .map(([endpointName, endpoint]) => ({ name: toMethodName(area, endpointName), endpointName, endpoint }))

/** Areas of the client, in the order of the API reference, with their methods. */
export const clientAreas = (Object.keys(areaTexts) as Area[])
  .map((area) => ({ area, methods: toMethods(area) }))
  .filter(({ methods }) => methods.length > 0)
