import { messages } from '@adire/contract/messages.ts'
import { listPaymentLinks } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { Check, Copy } from 'lucide-react'
import { useCall } from '../client/api.ts'
import { Amount } from '../ui/amount.tsx'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { MenuLine, MenuLink } from '../ui/menu.tsx'
import { LinesSkeleton } from '../ui/skeleton.tsx'
import { useCopy } from '../ui/use-copy.ts'

/** More links than a phone shows at once; older ones are in the list of links. */
const shown = 8

/** The latest published payment links; a click on one copies its URL. Content of a menu, loaded when it is opened. */
export function CopyLinkMenu() {
  const { data, error, refetch } = useCall(listPaymentLinks, { status: 'active', limit: shown })
  if (error) return <ErrorStrip message={error.message} onRetry={() => void refetch()} />
  if (!data) return <LinesSkeleton lines={3} />
  return (
    <>
      {data.content.length === 0 && <p className="px-2.5 py-2 text-muted">No published payment links.</p>}
      <ul aria-label="Copy a payment link">
        {data.content.map((link) => (
          <CopyLink key={link.id} link={link} />
        ))}
      </ul>
      <MenuLine />
      <MenuLink to="/payment-link">All payment links</MenuLink>
    </>
  )
}

function CopyLink({ link: { name, amountKobo, url } }: { link: PaymentLink }) {
  const { isCopied, copy } = useCopy(url)
  const Icon = isCopied ? Check : Copy
  return (
    <li>
      <button
        type="button"
        onClick={copy}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left hover:bg-neutral-soft focus-visible:-outline-offset-2"
      >
        <Icon className="size-4 shrink-0 text-link" strokeWidth={1.75} aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">
          <span className="sr-only">Copy </span>
          {name}
        </span>
        <span className="shrink-0 text-muted" aria-live="polite">
          {isCopied ? messages.copied : amountKobo === null ? 'Payer chooses' : <Amount kobo={amountKobo} />}
        </span>
      </button>
    </li>
  )
}
