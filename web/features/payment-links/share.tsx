import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { ExternalLink } from 'lucide-react'
import { Suspense } from 'react'
import { ShareTargets, UrlToCopy } from '../../domain/share-url.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { invitation } from './invitation.ts'

const QrCode = lazyComponent(() => import('./qr-code.tsx').then((m) => m.QrCode))

/** Ways to share a link's URL. */
export function ShareLink({ link }: { link: PaymentLink }) {
  const { name, url, slug, published } = link
  return (
    <div className="flex flex-col gap-4">
      {!published && (
        <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
          This link is unpublished: payers see a closed page.
        </p>
      )}
      <UrlToCopy url={url} />
      <Suspense fallback={<Skeleton className="mx-auto h-[204px] w-40" />}>
        <QrCode url={url} fileName={`${slug}-qr`} />
      </Suspense>
      <ShareTargets title={name} text={invitation(link)} url={url} />
      <a href={url} target="_blank" rel="noreferrer" className={`${buttonClass({ tone: 'secondary' })} w-full`}>
        <ExternalLink strokeWidth={1.75} aria-hidden="true" />
        Preview payment page
      </a>
    </div>
  )
}
