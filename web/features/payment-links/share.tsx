import { formatNaira } from '@adire/contract/money.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { ExternalLink, Mail, MessageCircle, Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const QrCode = lazyComponent(() => import('./qr-code.tsx').then((m) => m.QrCode))

const invitation = ({ name, amountKobo, plan, url }: PaymentLink) => {
  if (plan) return `Subscribe to ${plan.name}: ${url}`
  return amountKobo === null ? `Pay for ${name}: ${url}` : `Pay ${formatNaira(amountKobo)} for ${name}: ${url}`
}

/** Ways to share a link's URL. */
export function ShareLink({ link }: { link: PaymentLink }) {
  const { name, url, slug, published } = link
  const text = invitation(link)
  const secondary = buttonClass({ tone: 'secondary' })
  return (
    <div className="flex flex-col gap-4">
      {!published && (
        <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
          Until you publish this link again, payers find a closed page.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken p-1.5">
        <p className="grow-99 basis-56 px-1.5 py-1 wrap-anywhere">{url.replace(/^https?:\/\//, '')}</p>
        <span className="grow [&>button]:w-full">
          <CopyButton text={url} label="Copy link" />
        </span>
      </div>
      <Suspense fallback={<Skeleton className="mx-auto h-[204px] w-40" />}>
        <QrCode url={url} fileName={`${slug}-qr`} />
      </Suspense>
      <div className="grid grid-cols-2 gap-2">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={secondary}
        >
          <MessageCircle strokeWidth={1.75} aria-hidden="true" />
          WhatsApp
        </a>
        <a href={`mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(text)}`} className={secondary}>
          <Mail strokeWidth={1.75} aria-hidden="true" />
          E-mail
        </a>
      </div>
      {'share' in navigator && (
        <Button
          tone="secondary"
          wide
          icon={<Share2 strokeWidth={1.75} />}
          onClick={() => navigator.share({ title: name, text, url }).catch(() => undefined)}
        >
          Share
        </Button>
      )}
      <a href={url} target="_blank" rel="noreferrer" className={`${secondary} w-full`}>
        <ExternalLink strokeWidth={1.75} aria-hidden="true" />
        Open as payer
      </a>
    </div>
  )
}
