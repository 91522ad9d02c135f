import { chargeFor, priceOf, vatBps } from '@adire/contract/fees.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { Banknote, CircleOff, Landmark, Percent, Undo2 } from 'lucide-react'
import { PricingCalculator } from '../parts/calculator.tsx'
import { CreateAccount } from '../parts/page-links.tsx'
import { RuledList } from '../parts/ruled-list.tsx'
import { Section } from '../parts/section.tsx'
import { TextHead } from '../parts/text-head.tsx'
import type { SitePage } from '../site-page.ts'

const percent = (bps: number) => `${bps / 100}%`
const standard = priceOf('card')
const debit = priceOf('direct_debit')

function Pricing(given: SiteGiven) {
  return (
    <>
      <TextHead
        title="Simple pricing."
        lead="You pay only when you are paid. No set-up fee, no monthly fee, and Test Mode is free."
      />
      <div className="mx-auto grid w-full max-w-[1200px] gap-6 px-5 pb-16 sm:px-8 md:grid-cols-2">
        <Price
          title="Card, transfer, USSD, QR and bank account"
          price={`${percent(standard.bps)} + ${formatNaira(standard.flatKobo)}`}
          notes={[
            `The ${formatNaira(standard.flatKobo)} is waived below ${formatNaira(standard.waiveFlatBelowKobo)}`,
            `Never more than ${formatNaira(standard.capKobo!)} a payment`,
          ]}
        />
        <Price
          title="Direct debit"
          price={percent(debit.bps)}
          notes={['No flat part', `Never more than ${formatNaira(debit.capKobo!)} a debit`]}
        />
      </div>
      <div id="calculator">
        <Section
          title="Calculate"
          lead="The figures come from the same rule that charges every payment, rounded to the kobo in the same way."
          tone="canvas"
        >
          <PricingCalculator {...given} />
        </Section>
      </div>
      <Section
        title="Some examples"
        lead="In naira, paid by card, transfer, USSD, QR code or bank account; your business pays the fee."
      >
        <Examples />
      </Section>
      <Section title="Good to know" tone="canvas">
        <RuledList items={notes} />
        <div className="mt-10">
          <CreateAccount />
        </div>
      </Section>
    </>
  )
}

function Price({ title, price, notes }: { title: string; price: string; notes: readonly string[] }) {
  return (
    <div className="card p-6 sm:p-8">
      <h2 className="text-md font-medium text-ink-2">{title}</h2>
      <p className="figures mt-3 text-3xl font-semibold">{price}</p>
      <ul className="mt-5 flex flex-col gap-2 border-t border-line pt-5 text-md text-ink-2">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

const amounts = [1_000_00, 2_500_00, 10_000_00, 50_000_00, 200_000_00]

function Examples() {
  return (
    <div className="card overflow-hidden">
      <table className="w-full text-right text-sm sm:text-md">
        <caption className="sr-only">Examples, in naira</caption>
        <thead className="bg-sunken text-xs text-muted">
          <tr>
            {['Your customer pays', 'Our fee', 'VAT on the fee', 'You receive'].map((head) => (
              <th key={head} scope="col" className="px-2.5 py-2.5 align-bottom font-medium max-[359px]:px-1 sm:px-5">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {amounts.map((kobo) => {
            const { amountKobo, feeKobo, vatKobo, netKobo } = chargeFor(standard, kobo)
            return (
              <tr key={kobo} className="border-t border-line">
                {[amountKobo, feeKobo, vatKobo, netKobo].map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: four fixed columns
                  <td key={index} className="figures px-2.5 py-3 max-[359px]:px-1 max-[359px]:text-xs sm:px-5">
                    {formatNairaNumber(value)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const notes = [
  {
    icon: Percent,
    title: 'Value added tax',
    text: `${percent(vatBps)} VAT is charged on our fee, not on your payment. It is shown beside the fee on every payment.`,
  },
  {
    icon: Banknote,
    title: 'Who pays the fee',
    text: 'You choose for every link and every invoice. If the customer pays it, the page shows the total first, worked out so that you get your price in full.',
  },
  {
    icon: Landmark,
    title: 'Payouts',
    text: 'What you collected is sent to your bank account on the next working day, and we charge nothing for it. The stamp duty on a transfer of NGN 10,000 or more is NGN 50, and is deducted as its own line.',
  },
  {
    icon: Undo2,
    title: 'Refunds',
    text: 'A refund is free. The fee of the payment itself is not returned.',
  },
  {
    icon: CircleOff,
    title: 'Payments that fail',
    text: 'Cost nothing.',
  },
]

export const pricingPage: SitePage = {
  path: '/pricing',
  title: 'Pricing',
  description:
    `${percent(standard.bps)} + ${formatNaira(standard.flatKobo)} for each payment, never more than ${formatNaira(standard.capKobo!)}. No monthly fee. Work out what you receive, to the kobo.`.replaceAll(
      '\u00a0',
      ' ',
    ),
  Page: Pricing,
  calculates: true,
}
