import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { BookOpenCheck, Eye, HandHeart, Scale } from 'lucide-react'
import { Hero } from '../parts/hero.tsx'
import { CreateAccount, OtherPage } from '../parts/page-links.tsx'
import { RuledList } from '../parts/ruled-list.tsx'
import { Section } from '../parts/section.tsx'
import type { SitePage } from '../site-page.ts'

function About({ brand }: SiteGiven) {
  return (
    <>
      <Hero
        title="Payments that add up."
        lead={`${brand.name} is a payments platform for Nigerian businesses: the pages customers pay on, and the dashboard in which a business follows its money.`}
        actions={
          <>
            <CreateAccount />
            <OtherPage href="/Contact">Write to us</OtherPage>
          </>
        }
      />
      <Section title="Why a cloth, and why a ledger" tone="canvas">
        <div className="grid max-w-4xl gap-8 text-md text-ink-2 md:grid-cols-2">
          <p>
            Àdìrẹ is the indigo cloth of the Yoruba. Its maker decides, before the dye, which threads will stay white;
            what was tied cannot be undone later. The patterns on these pages are drawn after it.
          </p>
          <p>
            Good bookkeeping is the same craft. What a payment is made of is decided when it is made, written down
            twice, and never painted over. That is how a figure on a screen comes to be one that can be relied on.
          </p>
        </div>
      </Section>
      <Section title="What we hold to">
        <RuledList items={principles} />
      </Section>
      {brand.address && (
        <Section title="Where we are" tone="canvas">
          <address className="text-md text-ink-2 not-italic">
            {brand.address.split(/,\s*/).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </Section>
      )}
    </>
  )
}

const principles = [
  {
    icon: BookOpenCheck,
    title: 'Exact',
    text: 'Money is counted in whole kobo, from the payment page to the statement. Every figure leads to the payments it is made of.',
  },
  {
    icon: Eye,
    title: 'Said plainly',
    text: 'The prices fit on one page. A payment that fails shows the reason in plain words. While we wait for a bank, we say so.',
  },
  {
    icon: Scale,
    title: 'Fair to both ends',
    text: 'Customers see the total before they pay. Money sent by mistake is returned.',
  },
  {
    icon: HandHeart,
    title: 'For everyone',
    text: 'On an old phone, on a weak network, by keyboard, with a screen reader, without a card: there is a way to pay, and a way to be paid.',
  },
]

export const aboutPage: SitePage = {
  path: '/about',
  title: 'About',
  description:
    'A payments platform for Nigerian businesses, named after indigo cloth and built like a ledger: exact, plain and fair to both ends.',
  Page: About,
}
