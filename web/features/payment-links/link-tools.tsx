import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { Suspense, useState } from 'react'
import { ShareButton } from '../../domain/share-url.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { invitation } from './invitation.ts'
import { LinkActions } from './link-actions.tsx'
import { PublishSwitch } from './publish-switch.tsx'

const QrModal = lazyComponent(() => import('./qr-modal.tsx').then((m) => m.QrModal))

/** Quick actions on a link in the list. */
export function LinkTools({ link }: { link: PaymentLink }) {
  const [isVisible, setVisible] = useState(false)
  return (
    <span className="-my-1 inline-flex items-center gap-1 cards:flex cards:flex-wrap cards:[&>button:last-of-type]:ml-auto rows:-mr-2">
      <span className="relative z-1 mr-2 flex">
        <PublishSwitch link={link} small />
      </span>
      <CopyButton text={link.url} label="Copy link" of={link.name} tone="ghost" />
      <ShareButton title={link.name} text={invitation(link)} url={link.url} tone="ghost" className="rows:hidden" />
      <LinkActions link={link} onQrCode={() => setVisible(true)} />
      {isVisible && (
        <Suspense fallback={<FullLoader />}>
          <QrModal link={link} onClose={() => setVisible(false)} />
        </Suspense>
      )}
    </span>
  )
}
