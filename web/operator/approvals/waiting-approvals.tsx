import { listStaffApprovals } from '@adire/contract/back-office/approvals.ts'
import { WaitingList } from '../../ui/waiting-list.tsx'
import { useCall } from '../client/api.ts'

/** What waits for a second person about a business, of what the person may see. Nothing if nothing waits. */
export function WaitingApprovals({ merchantId }: { merchantId: string }) {
  const { data } = useCall(listStaffApprovals, { merchantId, state: 'open', limit: 20 })
  return <WaitingList approvals={data?.content ?? []} />
}
