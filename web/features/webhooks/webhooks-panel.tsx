import { useSession } from '../../session.ts'
import { part } from '../../ui/chunk.ts'
import { useQuery } from '../../ui/use-query.ts'
import { Deliveries } from './deliveries.tsx'
import { Endpoints } from './endpoints.tsx'
import { VerifySnippet } from './verify-snippet.tsx'

const DeliveryView = part(() => import('./delivery-view.tsx').then((module) => module.DeliveryView))

/** Another business, or the other mode, starts afresh: a secret that is on screen goes. */
export function WebhooksPanel() {
  const { mode, merchantId } = useSession()
  const { params } = useQuery()
  const opened = params.get('delivery')
  if (opened) return <DeliveryView key={`${mode} ${merchantId} ${opened}`} id={opened} />
  return (
    <div key={`${mode} ${merchantId}`} className="flex flex-col gap-6">
      <Endpoints />
      <Deliveries />
      <VerifySnippet />
    </div>
  )
}
