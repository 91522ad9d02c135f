import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { contentWidth } from '../header.tsx'
import { textLink } from '../parts/page-links.tsx'
import { TextHead } from '../parts/text-head.tsx'
import type { SitePage } from '../site-page.ts'
import { helpTopics } from './topics.ts'

function Help({ brand }: SiteGiven) {
  return (
    <>
      <TextHead title="How can we help?" lead="Guides to common tasks." />
      <div className={`grid gap-x-16 gap-y-10 pb-20 lg:grid-cols-[220px_minmax(0,1fr)] ${contentWidth}`}>
        <nav aria-label="On this page" className="self-start lg:sticky lg:top-24">
          <ul className="flex flex-wrap gap-x-5 border-line lg:flex-col lg:border-l">
            {helpTopics.map(({ id, heading }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-9 items-center text-md text-ink-2 hover:text-ink hover:underline lg:pl-4 pointer-coarse:min-h-11"
                >
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-w-3xl">
          {helpTopics.map(({ id, heading, guides }) => (
            <section key={id} id={id} className="scroll-mt-8 border-t border-line py-8 first:border-0 first:pt-0">
              <h2 className="text-xl font-semibold">{heading}</h2>
              {guides.map(({ title, steps }) => (
                <div key={title} className="mt-6">
                  <h3 className="text-md font-semibold">{title}</h3>
                  <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-md text-ink-2 marker:text-muted">
                    {steps.map((step) => (
                      <li key={step} className="pl-1">
                        {step}
                      </li>
                    ))}
                  </ol>
                </div>
              ))}
            </section>
          ))}
          <section className="card mt-4 p-6">
            <h2 className="text-lg font-semibold">Not found?</h2>
            <p className="mt-1 text-md text-ink-2">
              Short answers are in the{' '}
              <a href="/faq" className={textLink}>
                FAQ
              </a>
              . You can also write to{' '}
              <a href={`mailto:${brand.helpEmail}`} className={`wrap-anywhere ${textLink}`}>
                {brand.helpEmail}
              </a>{' '}
              and through the{' '}
              <a href="/Contact" className={textLink}>
                contact form
              </a>
              .
            </p>
          </section>
        </div>
      </div>
    </>
  )
}

export const helpPage: SitePage = {
  path: '/help',
  also: ['/Help'],
  title: 'Help',
  description:
    'Step by step: create an account, take a test payment, share a link, send an invoice, refund, answer a dispute, go live and keep your account safe.',
  Page: Help,
}
