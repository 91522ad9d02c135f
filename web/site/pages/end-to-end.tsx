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
import { CheckoutCard } from '../parts/pieces.tsx'
import { CreateAccount, Hero, OtherPage, RuledList, Section } from '../parts/section.tsx'
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
    title: 'Card numbers are not kept',
    text: 'Number, CVV, PIN and one-time codes are used for the payment and then gone. They are not stored, not logged and never part of an address. What stays is the brand, the bank, the expiry date, the first six and the last four digits.',
  },
  {
    icon: Lock,
    title: 'A page that runs only its own code',
    text: 'The payment page loads nothing from other sites and refuses scripts that are not its own, so that no one else can read what is typed.',
  },
  {
    icon: Fingerprint,
    title: 'The bank asks, not the shop',
    text: "PIN, one-time code or the bank's own page: the question of the card's bank is put to the customer on a secure page, and a wrong answer is counted.",
  },
]

const between = [
  {
    icon: History,
    title: 'Once, and only once',
    text: 'A double click, a lost connection or a repeated request does not charge twice. A transfer of the wrong amount goes back to where it came from.',
  },
  {
    icon: BookOpenCheck,
    title: 'Books that balance by design',
    text: 'Every movement is a double entry in whole kobo. An entry is never changed: what has to be put right is put right by a second one.',
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
    text: 'Sign in with your fingerprint, or with codes from an authenticator app, and with recovery codes for the day the phone is lost. See every device that is signed in, and sign any of them out.',
  },
  {
    icon: KeyRound,
    title: 'Keys that are shown once',
    text: 'A secret key is shown when it is made and then kept only as a fingerprint. Rotate it with a day of overlap, or end it at once.',
  },
  {
    icon: FileLock2,
    title: 'Encrypted documents',
    text: 'Identity numbers and documents of your business are encrypted before they are stored.',
  },
  {
    icon: History,
    title: 'An audit log',
    text: 'Who changed what, when and from where, for every setting that matters. It can be read and taken out, and not rewritten.',
  },
]

export const endToEnd: SitePage = {
  path: '/end-to-end',
  title: 'End to end',
  description:
    'End-to-end secure payment handling: what happens to a card number, how a payment is kept exact, and how your account, keys and documents are guarded.',
  Page: EndToEnd,
}
