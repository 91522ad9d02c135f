import { useLocation } from 'react-router'
import { useConfig } from '../../config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

type Words = { title: string; text: string }

const pages: Record<string, Words> = {
  'terms-and-conditions': {
    title: 'Terms and conditions',
    text: 'The terms are being written and will stand here before the first real payment is taken. What you can use today is Test Mode, where no money moves.',
  },
  page: {
    title: 'Payment pages',
    text: 'A page with your name, your price and a button to pay, that you can share as a link. Create an account to make one; a tour of it will stand here.',
  },
}

/** A public page that is still short. */
export function PublicSoonPage() {
  const { title, text } = pages[useLocation().pathname.split('/')[1]!] ?? pages.page!
  const help = useConfig()?.brand.helpEmail
  return (
    <div className="mx-auto w-full max-w-[720px] flex-1 px-5 py-16 sm:px-8">
      <PageHeader title={title} heading={<span className="text-2xl">{title}</span>} />
      <p className="text-md text-ink-2">{text}</p>
      {/* The address comes with the configuration; its line is there before. */}
      <p className="mt-4 min-h-6 text-md text-ink-2">
        {help && (
          <>
            Questions go to{' '}
            <a href={`mailto:${help}`} className="font-medium text-link hover:underline">
              {help}
            </a>
            .
          </>
        )}
      </p>
      <LinkButton to="/" size="md" tone="secondary" className="mt-8">
        Back to sign in
      </LinkButton>
    </div>
  )
}
