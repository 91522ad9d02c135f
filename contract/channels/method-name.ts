import { type Channel, channelNames } from './channels.ts'

interface Method {
  channel: Channel | null
  cardBrand: string | null
  cardLast4: string | null
}

/** Between the brand of a card, or the name of a bank, and the last four digits: on screen, in emails and in files. */
export const numberMask = '\u2022\u2022\u2022\u2022'
/** Method of a payment whose payer has not chosen one yet. */
export const noMethod = 'Not selected yet'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Name of a payment method on screen and in files: "Visa •••• 4081", "Bank transfer", or "Not selected yet". */
export function methodName({ channel, cardBrand, cardLast4 }: Method): string {
  if (cardLast4) return `${capital(cardBrand ?? 'card')} ${numberMask} ${cardLast4}`
  return channel ? channelNames[channel] : noMethod
}

/** Account number of which only the last four digits are shown: "•••• 0018". */
export const maskedNumber = (last4: string) => `${numberMask} ${last4}`

/** Bank and last digits of an account, on screen, in emails and in files: "GTBank •••• 0018". In a sentence: "the account ending 0018". */
export const accountLabel = (bankName: string, accountNumber: string) =>
  `${bankName} ${maskedNumber(accountNumber.slice(-4))}`
