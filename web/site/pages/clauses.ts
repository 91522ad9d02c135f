import type { Brand } from '@adire/contract/brand.ts'
import { priceOf, vatBps } from '@adire/contract/fees.ts'
import { formatNaira } from '@adire/contract/money.ts'

interface Clause {
  heading: string
  paragraphs: readonly string[]
}

const { bps, flatKobo, waiveFlatBelowKobo, capKobo } = priceOf('card')
const debit = priceOf('direct_debit')

/** Terms of service. They must match what the product does and its prices. */
export const termsClauses = (brand: Brand): Clause[] => [
  agreement(brand),
  ...serviceClauses,
  ...moneyClauses,
  ...protectionClauses,
  ending,
  contact(brand),
]

const agreement = ({ name }: Brand): Clause => ({
  heading: 'Who agrees',
  paragraphs: [
    `These terms are between ${name} ("we") and the business that opens an account ("you"). By opening an account you confirm that you are authorised to act for that business.`,
    'By creating an account you accept these terms. If you do not accept them, please do not use the service.',
  ],
})

/** What the service is, and how it may be used. */
const serviceClauses: readonly Clause[] = [
  {
    heading: 'What we provide',
    paragraphs: [
      'Hosted payment pages, payment links, invoices and repeat payments in naira; a dashboard in which you follow them; and an interface for your own systems.',
      'Every account has Test Mode, in which no real money moves and which gives rise to no claim. Live Mode opens when we have approved your business.',
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'Give true and complete details of your business, and keep them up to date. The law requires us to know our customers, so we may ask for documents when you join and again later.',
      'Keep passwords, codes and keys secret. You are responsible for what is done with them until you tell us that they are lost, or revoke them in the dashboard.',
    ],
  },
  {
    heading: 'What you may not sell',
    paragraphs: [
      'You may not sell anything that is forbidden by the law of the Federal Republic of Nigeria, by the Central Bank of Nigeria or by the rules of the card schemes; anything that deceives the buyer; or anything that you do not have or cannot deliver.',
      'Do not charge a card or an account of your own to move money, and do not take payments for another business under your name.',
    ],
  },
]

/** Payments, fees and what is paid out. */
const moneyClauses: readonly Clause[] = [
  {
    heading: 'Payments',
    paragraphs: [
      "A payment is made when the payer's bank has confirmed it. Until then it is pending, and the dashboard says what it is waiting for.",
      'A transfer that is not of the exact amount, arrives after its time or is sent twice is returned to the account it came from.',
      'You are the seller. You owe the payer what was bought, a way to reach you, and an honest description.',
    ],
  },
  {
    heading: 'Fees',
    paragraphs: [
      `For each successful payment by card, transfer, USSD, QR code or bank account: ${bps / 100}% and ${formatNaira(flatKobo)}, at most ${formatNaira(capKobo!)}; below ${formatNaira(waiveFlatBelowKobo)} without the ${formatNaira(flatKobo)}. For direct debit: ${debit.bps / 100}%, at most ${formatNaira(debit.capKobo!)}. VAT of ${vatBps / 100}% is added to the fee.`,
      'Fees are taken from the payment. If you choose that the payer bears the fee, the page shows the total before the payment.',
      'If we have agreed other prices with you, they are in the settings of your business. We email you at least thirty days before a price rises.',
    ],
  },
  {
    heading: 'What is yours',
    paragraphs: [
      'What you have collected, less fees, tax, refunds and disputes, is owed to you and paid to the bank account that you have named and we have verified. Every deduction is its own line.',
      'We may hold an amount back while a dispute about it is open, where the law or a court demands it, or where there is good reason to suspect fraud; and we tell you so unless we are forbidden to.',
    ],
  },
  {
    heading: 'Refunds and disputes',
    paragraphs: [
      'You may refund a payment in full or in part. The refund is taken from what you have collected; the fee of the payment is not returned.',
      'If a payer disputes a payment, you have the time that is shown with the dispute to answer it. Without a response it is accepted automatically. A dispute that is lost or accepted is taken from what you have collected; what is not covered you owe us.',
    ],
  },
]

/** Data, security and liability. */
const protectionClauses: readonly Clause[] = [
  {
    heading: 'Data',
    paragraphs: [
      'We process data of payers for you, to make and prove their payments, and data of your business because the law asks us to know you. We keep it as long as those purposes and the law require, and no longer.',
      'Card numbers, security codes, PINs and one-time codes are not stored. Identity numbers and documents are encrypted. We do not sell data.',
      'You may take your data out of the dashboard at any time. You may ask to see, correct or delete personal data, as far as the law does not oblige us to keep it.',
    ],
  },
  {
    heading: 'Security',
    paragraphs: [
      'Both of us protect what is in our hands. You tell us at once of anything that looks like misuse; we tell you of a breach that touches you without delay, and within the time the law sets.',
      'Who finds a weakness and reports it to us in good faith, without using it against others, has nothing to fear from us.',
    ],
  },
  {
    heading: 'Availability and liability',
    paragraphs: [
      'We work to keep the service running and say when it does not. Banks, card schemes and networks that we depend on can fail, and then payments can too.',
      'We answer for money that is entrusted to us and lost by our fault, and for what the law does not let anybody exclude. Beyond that our liability for a year is limited to the fees you paid in it.',
    ],
  },
]

const ending: Clause = {
  heading: 'The end of it',
  paragraphs: [
    'You may close your account at any time by writing to us. We may end the agreement with thirty days of notice, and at once where these terms or the law are seriously broken.',
    'What is owed by either side then stays owed. We pay out your balance when the time in which payments can still be disputed has passed.',
  ],
}

const contact = ({ helpEmail }: Brand): Clause => ({
  heading: 'Changes, law and contact',
  paragraphs: [
    'We announce a change of these terms by email at least thirty days before it applies. If you do not agree, you may leave before that day.',
    'The law of the Federal Republic of Nigeria applies, and its courts decide.',
    `Questions about these terms go to ${helpEmail}.`,
  ],
})
