import { listApprovals } from '@adire/contract/approvals.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { useCall } from '../client/api.ts'
import { WaitingList } from '../ui/waiting-list.tsx'

/** What waits for a second person about an object or a kind of action. Nothing if nothing waits. */
export function WaitingApprovals(of: Pick<EndpointInput<typeof listApprovals>, 'group' | 'subjectId'>) {
  const { data } = useCall(listApprovals, { ...of, state: 'open', limit: 20 })
  return <WaitingList approvals={data?.content ?? []} />
}
