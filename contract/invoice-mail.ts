import { type EmailSender, nameInSubject, nameInText } from './email-sender.ts'
import { formatNaira } from './money.ts'

export interface InvoiceMailData {
  sender: EmailSender
  number: string
  customerName: string | null
  owedKobo: number
  /** "05 Dec 2026" */
  due: string
  /** The business's own words. */
  message?: string | undefined
}

/** What the customer is written with an invoice; the business reads the same before it sends it. */
export const invoiceMailText = ({ sender, number, customerName, owedKobo, due, message }: InvoiceMailData) => ({
  subject: `Invoice ${number} from ${nameInSubject(sender)}: ${formatNaira(owedKobo)}`,
  heading: `${formatNaira(owedKobo)} due by ${due}`,
  paragraphs: [
    customerName ? `Hello ${customerName},` : 'Hello,',
    `${nameInText(sender)} has sent you invoice ${number}. You can read it and pay it online, by card or bank transfer.`,
    ...(message ? message.split(/\n+/) : []),
  ],
  action: 'See and pay the invoice',
})
