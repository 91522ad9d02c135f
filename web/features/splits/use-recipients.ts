import { limits } from '@adire/contract/limits.ts'
import { listSplitParties } from '@adire/contract/splits.ts'
import type { SplitDetail, SplitParty } from '@adire/contract/splits-schemas.ts'
import { useCall } from '../../client/api.ts'

export type KnownRecipient = Pick<SplitParty, 'id' | 'name'>

const page = { limit: limits.listMaximum }

/** The recipients to choose from: all of the business, which has at most two pages of them, and archived ones that have a share already. */
export function useRecipients(split: SplitDetail | undefined) {
  const first = useCall(listSplitParties, page)
  const hasSecond = first.data !== undefined && first.data.totalElements > page.limit
  const second = useCall(listSplitParties, { ...page, offset: page.limit }, { enabled: hasSecond })
  const { error, refetch } = first.error ? first : second
  const isLoaded = first.data && (second.data || !hasSecond)
  const active = [...(first.data?.content ?? []), ...(second.data?.content ?? [])]
  return { error, refetch, recipients: isLoaded && withArchived(active, split) }
}

function withArchived(recipients: readonly KnownRecipient[], split: SplitDetail | undefined): KnownRecipient[] {
  const archived = (split?.shares ?? []).filter(({ partyId }) => !recipients.some(({ id }) => id === partyId))
  return [...recipients, ...archived.map(({ partyId: id, name }) => ({ id, name }))]
}
