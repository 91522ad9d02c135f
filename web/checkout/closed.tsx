import type { ClosedProps } from '@adire/contract/checkout-page-props.ts'
import { usePageTexts } from '../languages/server-texts.ts'
import { LanguageSelect } from './language-select.tsx'
import { MailLink } from './mail-link.tsx'
import { MerchantLogo } from './summary.tsx'

/** Names of the texts for a URL that leads nowhere, by what it would lead to. */
export const missingTexts = { page: 'nothing', subscription: 'noSubscription' } as const

/** Page shown when payment isn't possible: the reason and the contact; a generic text if no page exists at this URL. */
export function CheckoutClosed({ brand, isResuming, page, kind }: ClosedProps) {
  const texts = usePageTexts()
  const { title, text } = texts.closed[page?.closing ?? missingTexts[kind]]
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-surface px-5 py-12 text-center [&>form]:justify-center [&>form]:self-stretch">
      {page ? <MerchantLogo page={page} /> : <div className="dye-tile size-16 rounded-xl" />}
      {page && <p className="mt-3 max-w-sm font-semibold wrap-anywhere">{page.businessName}</p>}
      <h1 className="mt-6 text-xl font-semibold">{title}</h1>
      {page && <p className="mt-1 max-w-sm text-muted wrap-anywhere">{page.name}</p>}
      {page?.message && (
        <p className="card mt-5 max-w-sm px-4 py-3 text-left whitespace-pre-line wrap-anywhere">{page.message}</p>
      )}
      <p className="mt-3 max-w-sm text-balance text-muted">
        {text} {isResuming && texts.receiptByMail}
      </p>
      <p className="mt-4 max-w-sm text-muted wrap-anywhere">
        {page?.supportEmail ? texts.businessAnswersAt(page.businessName) : texts.helpsAt(brand.name)}{' '}
        <MailLink address={page?.supportEmail ?? brand.helpEmail} />
      </p>
      <LanguageSelect />
    </main>
  )
}
