import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { Clock, FileQuestion, HandCoins, Palette, QrCode, ToggleRight } from 'lucide-react'
import { CheckoutCard } from '../illustrations/checkout-card.tsx'
import { Hero } from '../parts/hero.tsx'
import { CreateAccount, OtherPage } from '../parts/page-links.tsx'
import { RuledList } from '../parts/ruled-list.tsx'
import { Section } from '../parts/section.tsx'
import type { SitePage } from '../site-page.ts'

function PaymentPages({ publicUrl }: SiteGiven) {
  return (
    <>
      <Hero
        title="A payment page of your own."
        lead="Your name, your logo, your price and a button to pay. We host it, so you need no website. You share its link."
        actions={
          <>
            <CreateAccount label="Create a page" />
            <OtherPage href="/no-coding">Where to put it</OtherPage>
          </>
        }
      >
        <CheckoutCard />
      </Hero>
      <Section title="What you decide" tone="canvas">
        <RuledList items={choices(new URL(publicUrl).host)} />
      </Section>
      <Section
        title="What the customer finds"
        lead="It opens on any phone, even on a slow connection or without JavaScript."
      >
        <ol className="grid gap-x-10 gap-y-6 md:grid-cols-3">
          {journey.map(([title, text]) => (
            <li key={title} className="border-t border-line pt-4">
              <h3 className="text-md font-semibold">{title}</h3>
              <p className="mt-1 text-md text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}

const choices = (host: string) => [
  {
    icon: HandCoins,
    title: 'The price',
    text: 'A fixed amount, or one that the customer types: for a donation, a deposit, a bill that varies.',
  },
  {
    icon: Palette,
    title: 'The address',
    text: `${host}/pay/page/ and the words you choose. You see at once whether they are available.`,
  },
  {
    icon: FileQuestion,
    title: 'The questions',
    text: 'Ask for a phone number, a size, a student number: your own fields, required or optional. The answers are shown with the payment.',
  },
  {
    icon: Clock,
    title: 'The limits',
    text: 'A number of payments, or an end date. After that, the page shows that it is closed.',
  },
  {
    icon: ToggleRight,
    title: 'Who pays the fee',
    text: 'You, from the amount you receive, or the customer, on top of the price. The page shows the total before payment.',
  },
  {
    icon: QrCode,
    title: 'What comes after',
    text: 'Your own thank-you message, or a redirect to your site. A receipt is sent by email.',
  },
]

const journey = [
  ['What it is', 'The business, the item and the amount come first, with an email address for questions.'],
  ['How to pay', 'Card, bank transfer, USSD, QR code or bank account. If one fails, another is one tap away.'],
  ['That it is done', 'A clear result and a receipt. A customer who closes the page can open it again and continue.'],
] as const

export const paymentPages: SitePage = {
  path: '/page',
  title: 'Payment pages',
  description:
    'A hosted payment page with your name, your price and a button to pay. Share it as a link or a QR code; no website and no code needed.',
  Page: PaymentPages,
  isForVisitors: true,
}
