import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { ChevronDown } from 'lucide-react'
import { contentWidth } from '../header.tsx'
import { textLink } from '../parts/page-links.tsx'
import { TextHead } from '../parts/text-head.tsx'
import type { SitePage } from '../site-page.ts'
import { questions } from './questions.ts'

function Faq({ brand }: SiteGiven) {
  return (
    <>
      <TextHead
        title="Questions, answered."
        lead={`What people ask about ${brand.name} before they start, and after.`}
      />
      <div className={`grid gap-x-16 gap-y-12 pb-20 lg:grid-cols-2 ${contentWidth}`}>
        {questions.map(({ heading, entries }) => (
          <section key={heading}>
            <h2 className="text-xl font-semibold">{heading}</h2>
            <div className="mt-4 border-b border-line">
              {entries.map(([question, answer]) => (
                <details key={question} className="group border-t border-line">
                  <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-md font-medium [&::-webkit-details-marker]:hidden">
                    {question}
                    <ChevronDown
                      className="size-[18px] shrink-0 text-muted transition-transform group-open:rotate-180"
                      strokeWidth={1.75}
                      aria-hidden="true"
                    />
                  </summary>
                  <p className="pb-5 text-md text-ink-2">{answer}</p>
                </details>
              ))}
            </div>
          </section>
        ))}
      </div>
      <p className={`pb-20 text-md text-ink-2 ${contentWidth}`}>
        Not here? See the{' '}
        <a href="/help" className={textLink}>
          help pages
        </a>{' '}
        or{' '}
        <a href="/Contact" className={textLink}>
          write to us
        </a>
        .
      </p>
    </>
  )
}

export const faqPage: SitePage = {
  path: '/faq',
  also: ['/FAQ'],
  title: 'Frequently asked questions',
  description:
    'What it costs, what you need to begin, how customers can pay, what happens to a failed payment, a refund or a dispute, and when you can go live.',
  Page: Faq,
  structuredData: () => ({
    '@type': 'FAQPage',
    mainEntity: questions.flatMap(({ entries }) =>
      entries.map(([name, text]) => ({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } })),
    ),
  }),
}
