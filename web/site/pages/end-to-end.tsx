import {
  BookOpenCheck,
  CreditCard,
  FileLock2,
  Fingerprint,
  History,
  KeyRound,
  Lock,
  MonitorSmartphone,
  Split,
} from 'lucide-react'
import { CheckoutCard } from '../illustrations/checkout-card.tsx'
import { Hero } from '../parts/hero.tsx'
import { CreateAccount, OtherPage } from '../parts/page-links.tsx'
import { RuledList } from '../parts/ruled-list.tsx'
import { Section } from '../parts/section.tsx'
import type { SitePage } from '../site-page.ts'

function EndToEnd() {
  return (
    <>
      <Hero
        title="Secure from the first keystroke to your account."
        lead="End-to-end secure payment handling: your customer types on our page, not on yours. Card details never touch your systems, and every step after that is written down."
        actions={
          <>
            <CreateAccount />
            <OtherPage href="/payment-simplified">See what you can collect</OtherPage>
          </>
        }
      >
        <CheckoutCard />
      </Hero>
      <Section
        title="The customer's end"
        lead="What protects the person who pays, and the details they trust us with."
        tone="canvas"
      >
        <RuledList items={customer} />
      </Section>
      <Section title="Between you" lead="What keeps a payment a payment: once, exact, and never lost.">
        <RuledList items={between} />
      </Section>
      <Section title="Your end" lead="What protects your account, your keys and your documents." tone="canvas">
        <RuledList items={business} />
      </Section>
    </>
  )
}

const customer = [
  {
    icon: CreditCard,
    title: 'Card numbers are not stored',
    text: 'The number, CVV, PIN and one-time codes are used for the payment only. They are never stored, logged or part of a web address. We store the brand, the bank, the expiry date, the first six and the last four digits.',
  },
  {
    icon: Lock,
    title: 'A page that runs only its own code',
    text: 'The payment page loads nothing from other sites and blocks scripts that are not its own, so that no one else can read what is typed.',
  },
  {
    icon: Fingerprint,
    title: 'The bank asks, not the shop',
    text: "PIN, one-time code or the bank's own page: the customer answers the bank of the card on a secure page, and wrong attempts are limited.",
  },
]

const between = [
  {
    icon: History,
    title: 'Once, and only once',
    text: 'A double click, a lost connection or a repeated request does not charge twice. A transfer of the wrong amount is returned to the account it came from.',
  },
  {
    icon: BookOpenCheck,
    title: 'Books that balance by design',
    text: 'Every movement is a double entry in whole kobo. An entry is never changed: a mistake is corrected by a second entry.',
  },
  {
    icon: Split,
    title: 'Test and live kept apart',
    text: 'The two modes have separate servers, separate data and separate keys. Test money cannot reach a real account, and a test key cannot read a real payment.',
  },
]

const business = [
  {
    icon: MonitorSmartphone,
    title: 'Passkeys and two-factor authentication',
    text: 'Sign in with your fingerprint, or with codes from an authenticator app, with recovery codes in case you lose your phone. See every device that is signed in, and sign any of them out.',
  },
  {
    icon: KeyRound,
    title: 'Keys that are shown once',
    text: 'A secret key is shown once, and we store only its fingerprint. Rotate it with a day of overlap, or revoke it at once.',
  },
  {
    icon: FileLock2,
    title: 'Encrypted documents',
    text: 'Identity numbers and documents of your business are encrypted before they are stored.',
  },
  {
    icon: History,
    title: 'An audit log',
    text: 'Who changed what, when and from where, for every setting that matters. It can be read and exported, but not changed.',
  },
]

export const endToEnd: SitePage = {
  path: '/end-to-end',
  title: 'End to end',
  description:
    'End-to-end secure payment handling: what happens to a card number, how a payment is kept exact, and how your account, keys and documents are guarded.',
  Page: EndToEnd,
}
