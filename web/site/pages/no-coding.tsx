import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { AtSign, Globe, Mail, MessageCircle, QrCode } from 'lucide-react'
import { CheckoutCard } from '../illustrations/checkout-card.tsx'
import { CodeCard } from '../illustrations/code-card.tsx'
import { Hero } from '../parts/hero.tsx'
import { CreateAccount, OtherPage, textLink } from '../parts/page-links.tsx'
import { RuledList } from '../parts/ruled-list.tsx'
import { Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'
import type { SitePage } from '../site-page.ts'

function NoCoding({ publicUrl }: SiteGiven) {
  return (
    <>
      <Hero
        title={
          <>
            Paste it in.
            <br />
            Get paid in naira.
          </>
        }
        lead="A payment page is a link. Copy it and paste it where your customers are: a chat, a bio, an email, a website. No developer, no installation, nothing to maintain."
        actions={
          <>
            <CreateAccount />
            <OtherPage href="/page">See a payment page</OtherPage>
          </>
        }
      >
        <div className="flex w-full flex-col items-center">
          <CodeCard publicUrl={publicUrl} className="max-w-md" />
          <CheckoutCard className="-mt-6 ml-auto max-sm:mr-auto" />
        </div>
      </Hero>
      <Section title="Three steps, about three minutes" tone="canvas">
        <Steps items={steps} />
      </Section>
      <Section
        title="One link, many places"
        lead="Every one of these is the same page, so every payment lands in the same list."
      >
        <RuledList items={shareChannels(publicUrl)} />
        <p className="mt-8 max-w-2xl text-md text-ink-2">
          Selling to someone you know? Send an invoice instead: it has lines, tax and a due date, and the same button to
          pay.{' '}
          <a href="/help#invoices" className={textLink}>
            How invoices work
          </a>
        </p>
      </Section>
    </>
  )
}

const steps = [
  {
    title: 'Create an account',
    text: 'A name, an email address and a password. You start in Test Mode, where no money moves and no documents are needed.',
  },
  {
    title: 'Create a payment link',
    text: 'Say what it is for, set the price or let the customer type it, and choose who pays the fee.',
  },
  {
    title: 'Copy and paste',
    text: 'Try it with a test card. When your business is approved, create the same link in Live Mode and share it.',
  },
]

const shareChannels = (publicUrl: string) => [
  {
    icon: MessageCircle,
    title: 'In a chat',
    text: 'The link carries the price and what it is for, ready for WhatsApp or any other messenger.',
  },
  {
    icon: Mail,
    title: 'In an email',
    text: 'A button in the dashboard opens your email app with the text ready.',
  },
  {
    icon: AtSign,
    title: 'In a bio',
    text: 'Choose the address yourself: short, and easy to remember and type.',
  },
  {
    icon: QrCode,
    title: 'On a counter',
    text: 'Each link has a QR code to download and print. A phone camera opens the page.',
  },
  {
    icon: Globe,
    title: 'On your site',
    text: (
      <>
        A payment button is one line of HTML that you copy and paste:{' '}
        <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-sm wrap-anywhere">
          {`<a href="${publicUrl}/pay/page/your-page">Pay now</a>`}
        </code>
        . It works in every site builder, because it is a link.
      </>
    ),
  },
]

export const noCoding: SitePage = {
  path: '/no-coding',
  title: 'No coding',
  description:
    'Take payments without a developer: copy a payment link or a one-line button and paste it into a chat, a bio, an email or your website.',
  Page: NoCoding,
}
