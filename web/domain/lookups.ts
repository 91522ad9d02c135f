import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { listBanks } from '@adire/contract/lookups.ts'
import { useCall } from '../client/api.ts'

type Named = { id: number; name: string }
type Lookup = { error: Error | null; refetch: () => unknown }

/** Data that changes only with a release: fetched once. */
export const useLookup = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>, enabled = true) =>
  useCall<E>(endpoint, input, { staleTime: Number.POSITIVE_INFINITY, enabled })

/** A lookup's items as options of a select. */
export const toOptions = (list: { content: readonly Named[] } | undefined) =>
  (list?.content ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

/** First error of several lookups, and a function that retries the failed ones. */
export function combineFailures(lookups: readonly Lookup[]) {
  const failed = lookups.filter(({ error }) => error)
  return {
    error: failed[0]?.error ?? undefined,
    retry: () => {
      for (const lookup of failed) lookup.refetch()
    },
  }
}

/** All banks, in the single request required by the specification. */
export const useBanks = () => useLookup(listBanks, { limit: limits.banksLimit, offset: 0 })
