import { type EmailSender, nameInSubject, nameInText } from './email-sender.ts'
import { formatNaira } from './money.ts'

export interface InvoiceMailData {
  sender: EmailSender
  number: string
  customerName: string | null
  owedKobo: number
  /** "05 Dec 2026" */
  due: string
  /** Merchant's message. */
  message?: string | undefined
}

/** Email to the customer about an invoice. The merchant sees the same text as a preview. */
export const invoiceMailText = ({ sender, number, customerName, owedKobo, due, message }: InvoiceMailData) => ({
  subject: `Invoice ${number} from ${nameInSubject(sender)}: ${formatNaira(owedKobo)}`,
  heading: `${formatNaira(owedKobo)} due by ${due}`,
  paragraphs: [
    customerName ? `Hello ${customerName},` : 'Hello,',
    `${nameInText(sender)} has sent you invoice ${number}. You can read it and pay it online, by card or bank transfer.`,
    ...(message ? message.split(/\n+/) : []),
  ],
  action: 'View and pay invoice',
})
