import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { Banknote, FileSearch, Landmark, RotateCcw, ShieldQuestion } from 'lucide-react'
import { BalanceCard } from '../illustrations/balance-card.tsx'
import { InvoicePiece } from '../illustrations/invoice-piece.tsx'
import { LinkPiece } from '../illustrations/link-piece.tsx'
import { MandatePiece } from '../illustrations/mandate-piece.tsx'
import { PlanPiece } from '../illustrations/plan-piece.tsx'
import { FeatureItem, featureGrid } from '../parts/feature-item.tsx'
import { Hero } from '../parts/hero.tsx'
import { CreateAccount, OtherPage } from '../parts/page-links.tsx'
import { RuledList } from '../parts/ruled-list.tsx'
import { Section } from '../parts/section.tsx'
import type { SitePage } from '../site-page.ts'

function PaymentSimplified({ publicUrl }: SiteGiven) {
  return (
    <>
      <Hero
        title="Every payment in one place, to the kobo."
        lead="Payment links, invoices, subscriptions and direct debits for Nigerian businesses. Your customers choose how to pay; you see what came in, what it cost and what is yours."
        actions={
          <>
            <CreateAccount />
            <OtherPage href="/pricing">See the price</OtherPage>
          </>
        }
      >
        <BalanceCard />
      </Hero>
      <Section title="Four ways to collect, one balance to watch" tone="canvas">
        <FourWays host={new URL(publicUrl).host} />
      </Section>
      <Section
        title="One page for the customer, five ways to pay"
        lead="The payment page is the same whatever you sent: a link, an invoice or the first bill of a plan."
      >
        <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {channels.map(([name, text]) => (
            <div key={name} className="border-t border-line pt-4">
              <dt className="text-md font-semibold">{name}</dt>
              <dd className="mt-1 text-md text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="After the payment, the same care" tone="canvas">
        <RuledList items={after} />
      </Section>
    </>
  )
}

function FourWays({ host }: { host: string }) {
  return (
    <ul className={featureGrid}>
      <FeatureItem
        title="Payment links"
        text="Name a page, set a price or leave it open, share the link. Publish and unpublish whenever you like."
      >
        <LinkPiece host={host} />
      </FeatureItem>
      <FeatureItem
        title="Invoices"
        text="Send an invoice by email and see when it is paid. Reminders are sent automatically."
      >
        <InvoicePiece />
      </FeatureItem>
      <FeatureItem
        title="Subscriptions"
        text="Customers subscribe once. Renewals, retries and cancellations follow the plan."
      >
        <PlanPiece />
      </FeatureItem>
      <FeatureItem
        title="Direct debit"
        text="Collect from a bank account with the customer's mandate, on the dates you both agreed."
      >
        <MandatePiece />
      </FeatureItem>
    </ul>
  )
}

const channels = [
  ['Card', 'Number, expiry and CVV, then what the bank asks for: a PIN, a code, or its own page.'],
  ['Bank transfer', 'An account number for this payment only, valid for 30 minutes. Any other amount is sent back.'],
  ['USSD', 'A code to dial on any phone, for the bank the customer chooses.'],
  ['QR code', 'Scanned with a bank app. The amount is in the code.'],
  ['Bank account', 'The account is charged after the bank has verified the account holder.'],
] as const

const after = [
  {
    icon: FileSearch,
    title: 'Search',
    text: 'Search by name, email, reference or the last digits of a card, filter by amount, day and channel, and export the list to Excel or CSV.',
  },
  {
    icon: RotateCcw,
    title: 'Refunds',
    text: 'Refund a payment in full or in part. The refund has its own status, and the customer is notified by email.',
  },
  {
    icon: ShieldQuestion,
    title: 'Disputes',
    text: 'A dispute shows its deadline and amount, and where to add each piece of evidence.',
  },
  {
    icon: Landmark,
    title: 'Payouts',
    text: 'What you collect is paid to your bank account on the next working day, with a statement that lists every deduction.',
  },
  {
    icon: Banknote,
    title: 'Reports',
    text: 'Every payment shows its amount, the fee, the VAT and what you receive, and the ledger behind it always balances.',
  },
]

export const paymentSimplified: SitePage = {
  path: '/payment-simplified',
  title: 'Payment, simplified',
  description:
    'Payment links, invoices, subscriptions and direct debits for Nigerian businesses: one payment page, one balance, exact to the kobo.',
  Page: PaymentSimplified,
}
