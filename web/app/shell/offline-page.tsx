import { buttonClass } from '../../ui/button.tsx'
import { MessageScreen } from '../../ui/message-screen.tsx'
import { useProductName } from '../../ui/product.tsx'

/** Shown by the service worker instead of a page of the dashboard that could not be loaded. It has no script: the link loads the page again. */
export function OfflinePage() {
  return (
    <MessageScreen title="You are offline" text={`${useProductName()} needs a connection to show your payments.`}>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page that was asked for, with its filters */}
      <a href="" className={buttonClass({ size: 'md' })}>
        Try again
      </a>
    </MessageScreen>
  )
}
