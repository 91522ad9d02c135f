import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { contentWidth } from '../header.tsx'
import { RuledSection } from '../parts/ruled-section.tsx'
import { TextHead } from '../parts/text-head.tsx'
import type { SitePage } from '../site-page.ts'

interface Part {
  heading: string
  points: readonly string[]
}

/** Statement about what the product does and lacks; the tests of accessibility check the first two parts. */
const parts: readonly Part[] = [
  {
    heading: 'Our aim',
    points: [
      'Everybody can pay, and run a business, with what they have: a keyboard, a screen reader, large text, a small phone or a slow connection. We aim for the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.',
    ],
  },
  {
    heading: 'What we do',
    points: [
      'Every page can be used by keyboard alone. The focus is always visible, and moves to each new step of a payment.',
      'Titles, labels and errors are announced by screen readers. The title of the page names the step of a payment.',
      'Text has enough contrast in the light and the dark theme, and colour is never the only sign of a status.',
      'Pages can be enlarged to 200%. Payment pages can be read at 320 pixels without scrolling sideways.',
      'Animations stop when your device asks for reduced motion.',
      'Paying works without JavaScript. Payment pages are available in several languages where the provider offers them.',
    ],
  },
  {
    heading: 'How we check',
    points: [
      'Each version is tested automatically with axe, on desktop and phone sizes and in both themes, and with journeys by keyboard alone: signing in, and paying.',
      'We have not yet had an audit by an independent party, nor regular tests with people who use screen readers.',
    ],
  },
  {
    heading: 'What is not accessible yet',
    points: [
      'PDFs of invoices, receipts and settlements may not be read in the right order by a screen reader. The same content is on a page.',
      'The area chart of the overview can be read by arrow keys, but it has no table of its values.',
      'Pages of banks, which open during some card payments, are not ours.',
    ],
  },
]

function Accessibility({ brand }: SiteGiven) {
  return (
    <>
      <TextHead
        title="Accessibility"
        lead={`How people with disabilities can use ${brand.name}, and what is not accessible yet. Version of 23 November 2026.`}
      />
      <div className={`flex flex-col gap-10 pb-20 ${contentWidth}`}>
        {parts.map(({ heading, points }) => (
          <RuledSection key={heading} heading={heading}>
            <ul className="flex list-disc flex-col gap-3 pl-5">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </RuledSection>
        ))}
        <RuledSection heading="Tell us">
          <p>
            If something does not work for you, write to{' '}
            <a className="font-medium text-link underline underline-offset-2" href={`mailto:${brand.helpEmail}`}>
              {brand.helpEmail}
            </a>{' '}
            or use the{' '}
            <a className="font-medium text-link underline underline-offset-2" href="/Contact">
              contact form
            </a>
            . Name the page and what you use to read it. We also help you to make a payment in another way.
          </p>
        </RuledSection>
      </div>
    </>
  )
}

export const accessibilityPage: SitePage = {
  path: '/accessibility',
  title: 'Accessibility',
  description:
    'How people with disabilities can use our payment pages and dashboard, what we check, and what is missing.',
  Page: Accessibility,
}
