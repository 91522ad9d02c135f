import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { contentWidth } from '../header.tsx'
import { TextHead } from '../parts/text-head.tsx'
import type { SitePage } from '../site-page.ts'
import { termsClauses } from './clauses.ts'

function Terms({ brand }: SiteGiven) {
  return (
    <>
      <TextHead
        title="Terms and conditions"
        lead={`What you and ${brand.name} can expect of each other. Version of 21 November 2026.`}
      />
      <ol className={`flex flex-col gap-10 pb-20 ${contentWidth}`}>
        {termsClauses(brand).map(({ heading, paragraphs }, index) => (
          <li
            key={heading}
            className="grid max-w-4xl gap-x-10 gap-y-3 border-t border-line pt-6 sm:grid-cols-[240px_minmax(0,1fr)]"
          >
            <h2 className="text-lg font-semibold">
              {index + 1}. {heading}
            </h2>
            <div className="flex flex-col gap-3 text-md text-ink-2">
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

export const termsPage: SitePage = {
  path: '/terms-and-conditions',
  title: 'Terms and conditions',
  description:
    'The terms of our payment services: your account, payments, fees, refunds, disputes, data, security, and how the agreement ends.',
  Page: Terms,
  isForVisitors: true,
}
