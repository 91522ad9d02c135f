import type { ClosedPage, ClosedProps } from '@adire/contract/checkout-page-props.ts'
import { MailLink } from './mail-link.tsx'
import { MerchantLogo } from './summary.tsx'

/** Page shown when payment isn't possible: the reason and the contact; a generic text if no page exists at this URL. */
export function CheckoutClosed({ brand, isResuming, page }: ClosedProps) {
  const { title, text } = page ? words[page.closing] : nothing
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-surface px-6 py-12 text-center">
      {page ? <MerchantLogo page={page} /> : <div className="dye-tile size-16 rounded-xl" />}
      {page && <p className="mt-3 max-w-sm font-semibold wrap-anywhere">{page.businessName}</p>}
      <h1 className="mt-6 text-xl font-semibold">{title}</h1>
      {page && <p className="mt-1 max-w-sm text-muted wrap-anywhere">{page.name}</p>}
      {page?.message && (
        <p className="card mt-5 max-w-sm px-4 py-3 text-left whitespace-pre-line wrap-anywhere">{page.message}</p>
      )}
      <p className="mt-3 max-w-sm text-balance text-muted">
        {text} {isResuming && 'If you have paid here just now, your receipt comes by e-mail.'}
      </p>
      <p className="mt-4 max-w-sm text-muted wrap-anywhere">
        {page?.supportEmail ? `${page.businessName} answers at ` : `${brand.name} helps at `}
        <Mail to={page?.supportEmail ?? brand.helpEmail} />
      </p>
    </main>
  )
}

const closedTitle = 'This payment page is closed'
const nothing = {
  title: closedTitle,
  text: 'Nobody takes payments under this address. Please ask the business for a new link.',
}

const words: Record<ClosedPage['closing'], { title: string; text: string }> = {
  unpublished: {
    title: closedTitle,
    text: 'The business does not take payments here at the moment. Come back later, or ask for another way to pay.',
  },
  archived: { title: closedTitle, text: 'The business takes no more payments here. Thank you for coming by.' },
  expired: { title: 'The time to pay here is over', text: 'Ask the business whether you can still pay.' },
  unsent: {
    title: 'This invoice has not been sent yet',
    text: 'The business is still writing it. You will get a mail when it is ready.',
  },
  full: {
    title: 'All places are taken',
    text: 'This page has taken all the payments it was made for. Ask the business whether there will be more.',
  },
}

function Mail({ to }: { to: string }) {
  return <MailLink address={to} />
}
