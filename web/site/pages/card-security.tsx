import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import type { ReactNode } from 'react'
import { contentWidth } from '../header.tsx'
import { RuledSection } from '../parts/ruled-section.tsx'
import { TextHead } from '../parts/text-head.tsx'
import type { SitePage } from '../site-page.ts'

interface Part {
  heading: string
  points: readonly string[]
}

const before: readonly Part[] = [
  {
    heading: 'Where card numbers go',
    points: [
      'Your customers type their cards on our payment page, or on that of the card processor. Your website, your server and your dashboard never get a card number: you see the brand and the last four digits.',
      'What is typed is used for the payment and kept in memory only. Card numbers, security codes, PINs and one-time codes are in no database, log, email or backup. To charge a saved card we keep a token of the processor, which is of no use to anybody else.',
    ],
  },
  {
    heading: 'Your questionnaire',
    points: [
      'A business that takes cards only through our payment pages usually fills in SAQ A, the shortest questionnaire of PCI DSS. The organisation that asks you for it decides which one you need.',
      'You send customers to our page, by a payment link, an invoice or a redirect: the criterion of SAQ A about attacks by scripts does not apply to you (PCI SSC, FAQ 1588).',
      'Our page opens in a frame on a page of yours, with our inline script: you confirm that your page is not susceptible to attacks by scripts. FAQ 1588 names two ways: controls on your page, such as those of requirements 6.4.3 and 11.6.1, or a confirmation by the provider of the frame for a page that follows its instructions.',
    ],
  },
]

const confirmed: readonly string[] = [
  'Requirement 6.4.3, authorised scripts: each script that the payment page can load is on a list with its purpose, and is ours. No analytics, no tag manager, no advertising, nothing from other companies.',
  'Requirement 6.4.3, integrity: the build of each version writes the SHA-256 of each script into that list. A content security policy lets browsers run scripts of our origin only, none inside the page, and send forms only to us.',
  'Requirement 11.6.1, changes: every day we load the payment page as a browser does and compare the bytes of its scripts, its security headers, and each element that loads or sends something with the list. A difference that lasts alerts our staff. The requirement asks for it once a week.',
  'Only the page named in the address of the frame can show it, in Live Mode only over https. Scripts of your page cannot read what is typed in the frame.',
]

const yours: readonly string[] = [
  'Load the inline script from our address. Do not copy it.',
  'On pages with the payment button, load only scripts that you know and need, and write down why. A script in your page cannot read our frame, but it can show another one in its place. We do not see your page, so our confirmation covers our frame and our script, not the other scripts of your page.',
  'Give these pages a content security policy, so that browsers run no other scripts, and check them for changes at least once a week.',
  'If you prefer not to do this, open our page instead of the frame, with a link or the option redirect. Then the criterion does not apply.',
]

const anchor = 'font-medium text-link underline underline-offset-2'

const Points = ({ points, children }: { points: readonly string[]; children?: ReactNode }) => (
  <ul className="flex list-disc flex-col gap-3 pl-5">
    {points.map((point) => (
      <li key={point}>{point}</li>
    ))}
    {children}
  </ul>
)

function CardSecurity({ brand }: SiteGiven) {
  return (
    <>
      <TextHead
        title="Card security"
        lead="How card numbers stay safe, and what that means for the PCI DSS questionnaire of your business."
      />
      <div className={`flex flex-col gap-10 pb-20 ${contentWidth}`}>
        {before.map(({ heading, points }) => (
          <RuledSection key={heading} heading={heading}>
            <Points points={points} />
          </RuledSection>
        ))}
        <RuledSection heading="What we confirm for our frame">
          <Points points={confirmed}>
            <li>
              The list of this version:{' '}
              <a className={anchor} href="/checkout-inventory.json">
                checkout-inventory.json
              </a>
            </li>
          </Points>
        </RuledSection>
        <RuledSection heading="What you do on your page">
          <Points points={yours}>
            <li>
              The{' '}
              <a className={anchor} href="/docs/inline-checkout">
                guide of the inline checkout
              </a>{' '}
              has the code and the addresses for your policy.
            </li>
          </Points>
        </RuledSection>
        <RuledSection heading="In writing">
          <p>
            For our attestation of compliance, or this confirmation in writing, write to{' '}
            <a className={anchor} href={`mailto:${brand.helpEmail}`}>
              {brand.helpEmail}
            </a>
            . Report a weakness to the same address.
          </p>
        </RuledSection>
      </div>
    </>
  )
}

export const cardSecurityPage: SitePage = {
  path: '/card-security',
  title: 'Card security',
  description:
    'Where card numbers go, which PCI DSS questionnaire your business needs, and what we confirm about the scripts of our payment page.',
  Page: CardSecurity,
}
