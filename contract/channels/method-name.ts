import { type Channel, channelNames } from './channels.ts'

interface Method {
  channel: Channel | null
  cardBrand: string | null
  cardLast4: string | null
}

/** Between the brand of a card and its last four digits. */
export const cardMask = '\u2022\u2022\u2022\u2022'
/** Method of a payment whose payer has not chosen one yet. */
export const noMethod = 'Not selected yet'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Name of a payment method on screen and in files: "Visa •••• 4081", "Bank transfer", or "Not selected yet". */
export function methodName({ channel, cardBrand, cardLast4 }: Method): string {
  if (cardLast4) return `${capital(cardBrand ?? 'card')} ${cardMask} ${cardLast4}`
  return channel ? channelNames[channel] : noMethod
}
