import type { PageProps } from '@adire/contract/checkout-page-props.ts'
import type { ReactNode } from 'react'
import { usePageTexts } from '../languages/server-texts.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { LanguageSelect } from './language-select.tsx'
import { MailLink } from './mail-link.tsx'
import { CheckoutSummary } from './summary.tsx'
import { TestBanner } from './test-banner.tsx'

type PayerFrameProps = Pick<PageProps, 'page' | 'brand'> & {
  /** Support email of the business, if any. */
  contact: string | null
  children: ReactNode
}

/** Frame of the checkout pages that are rendered on the server only. */
export function PayerFrame({ page, brand, contact, children }: PayerFrameProps) {
  const texts = usePageTexts()
  const { poweredBy } = useTexts()
  return (
    <div className="flex min-h-dvh flex-col">
      {page.mode === 'TEST' && <TestBanner />}
      <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[42%_1fr]">
        <CheckoutSummary page={page} total={null} brand={brand.name} />
        <main className="flex flex-1 flex-col bg-surface px-5 lg:px-16">
          {children}
          <footer className="mx-auto w-full max-w-[416px] border-t border-line py-5 text-sm text-muted lg:mx-0">
            {contact && (
              <p className="wrap-anywhere">
                {texts.answersAt(page.businessName)} <MailLink address={contact} />
              </p>
            )}
            <p className="mt-1 lg:hidden">{poweredBy(brand.name)}</p>
            <LanguageSelect />
          </footer>
        </main>
      </div>
    </div>
  )
}
