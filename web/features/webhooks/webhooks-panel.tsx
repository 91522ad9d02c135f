import { useSession } from '../../client/session.ts'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { DeliveryList } from './deliveries.tsx'
import { EndpointList } from './endpoints.tsx'
import { VerifySnippet } from './verify-snippet.tsx'

const DeliveryView = lazyComponent(() => import('./delivery-view.tsx').then((module) => module.DeliveryView))

/** Page of the webhooks. It resets on a change of business or mode, so a secret on screen disappears. */
export function WebhooksPanel() {
  const { mode, merchantId } = useSession()
  const { params } = useUrlState()
  const opened = params.get('delivery')
  if (opened) return <DeliveryView key={`${mode} ${merchantId} ${opened}`} id={opened} />
  return (
    <div key={`${mode} ${merchantId}`} className="flex flex-col gap-6">
      <EndpointList />
      <DeliveryList />
      <VerifySnippet />
    </div>
  )
}
