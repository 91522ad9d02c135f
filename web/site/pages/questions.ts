import { minuteMs } from '@adire/contract/durations.ts'
import { priceOf, vatBps } from '@adire/contract/fees.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'

const { bps, flatKobo, waiveFlatBelowKobo, capKobo } = priceOf('card')
const minutes = (ms: number) => ms / minuteMs

/** Frequently asked questions. Answers are plain text, because they are also used as structured data. */
export const questions: readonly { heading: string; entries: readonly (readonly [string, string])[] }[] = [
  {
    heading: 'Beginning',
    entries: [
      [
        'What do I need to start?',
        'A business name, an email address and a password. You start in Test Mode, where everything works and no money moves.',
      ],
      [
        'Do I need a website or a developer?',
        'No. A payment link is a page that we host: you copy its address and send it. For a site of your own, a button is one line of HTML.',
      ],
      [
        'What is Test Mode?',
        'The complete product, without real money. Test cards and test accounts are on the payment page, each with its own outcome, so that you can see a payment succeed, fail, be refunded or be disputed.',
      ],
      [
        'When can I take real payments?',
        'When we have reviewed your business and live payments are open; the dashboard says so if they are not yet. It lists the documents for your type of business, and shows the status of each, with the reason if one must be sent again. You can keep testing in the meantime.',
      ],
    ],
  },
  {
    heading: 'Money',
    entries: [
      [
        'What does it cost?',
        `${bps / 100}% and ${formatNaira(flatKobo)} for each payment that succeeds, never more than ${formatNaira(capKobo!)}. The ${formatNaira(flatKobo)} is waived below ${formatNaira(waiveFlatBelowKobo)}. VAT of ${vatBps / 100}% is charged on the fee. There is no monthly price.`,
      ],
      [
        'Can my customer pay the fee?',
        'Yes. You choose it for each link and each invoice. The customer then sees the total before paying, and you receive your price in full.',
      ],
      [
        'When is it in my bank account?',
        'On the next working day: what you collect until midnight is sent to your primary account the next morning. Weekends and public holidays in Nigeria are not working days. You can choose to be paid once a week or once a month instead.',
      ],
      [
        'What are the smallest and largest amounts I can charge?',
        `From ${formatNaira(limits.chargeMinimumKobo)} to ${formatNaira(limits.chargeMaximumKobo)} in one payment.`,
      ],
      [
        'Do I get the fee back when I refund?',
        'No. The customer gets back what you refund, and it is taken from what you have collected. The refund itself costs nothing.',
      ],
    ],
  },
  {
    heading: 'Customers',
    entries: [
      [
        'How can customers pay?',
        'By card, by bank transfer, by a USSD code, by scanning a QR code with the app of their bank, or from a bank account. The page offers all of them.',
      ],
      ['Do customers need an account?', 'No. They open the link, enter an email address for the receipt, and pay.'],
      [
        'What if a transfer is not the exact amount, or comes late?',
        `The account number of a transfer is for one payment and valid for ${minutes(limits.transferWindowMs)} minutes. A transfer that is too small, too large, late or sent twice is returned to the account it came from, and the page says so.`,
      ],
      [
        'What happens when a payment fails?',
        'The page says why in plain words and offers another way. Each attempt is in your list with its reason. An unfinished payment expires after half an hour.',
      ],
    ],
  },
  {
    heading: 'Safety',
    entries: [
      [
        'Do I ever see card numbers?',
        'No, and neither does your website. Customers type them on our page. They are used for the payment and not stored.',
      ],
      [
        'What is a dispute?',
        'A customer asks the bank for the money back. You are notified of the deadline, add your evidence, and contest or accept. If you don’t respond in time, the dispute is accepted automatically.',
      ],
      [
        'How do I protect my account?',
        'Turn on two-factor authentication in your profile, and check the list of signed-in devices from time to time. We never ask for your password, by email or on the phone.',
      ],
      [
        'Can I take my data with me?',
        `Yes. Payments, customers, invoices and the audit log can be exported as CSV files, up to ${groupDigits(limits.exportRows)} rows at a time.`,
      ],
    ],
  },
]
