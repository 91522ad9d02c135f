import { listStates } from '@adire/contract/lookups.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import type { Merchant } from '@adire/contract/merchants-schemas.ts'
import { useCall } from '../../client/api.ts'
import { useLookup } from '../../domain/lookups.ts'

/** The business as its invoices show it. */
export interface Issuer extends Merchant {
  /** Name of the state of its address; undefined without one. */
  state: string | undefined
}

/** The business with the name of its state. Undefined until it is loaded. */
export function useIssuer(): Issuer | undefined {
  const business = useCall(getMerchant, {})
  const { countryId = 0, stateId = null } = business.data?.location ?? {}
  const states = useLookup(listStates, { id: countryId }, stateId !== null)
  return business.data && { ...business.data, state: states.data?.content.find(({ id }) => id === stateId)?.name }
}
