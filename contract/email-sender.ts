/** Sender of an email to a customer, as named in the email. */
export interface EmailSender {
  businessName: string
  /** Whether the business was approved to go live under this name. */
  isVerified: boolean
  /** Name of the platform: "Adire". */
  brand: string
}

/** Business name in a subject. An unverified business could use any name, so it is not named there. */
export const nameInSubject = ({ businessName, isVerified, brand }: EmailSender): string =>
  isVerified ? businessName : `a business on ${brand}`

/** Business name in the text of an email. */
export const nameInText = ({ businessName, isVerified }: EmailSender): string =>
  isVerified ? businessName : `${businessName} (not verified)`

/** Title chosen by the business (a plan name, for example) in a subject; `neutral` is used for unverified businesses. */
export const titleInSubject = ({ isVerified }: EmailSender, title: string, neutral: string): string =>
  isVerified ? title : neutral

const removed = '[link removed]'
/** An email address, perhaps in brackets or before a punctuation mark. Its first part has no character that ends a domain in an address of the web. */
const emailAddress = /^[("'<]?[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+[)"'>.,;!?]*$/u
/** A dot between two labels of a domain, also the wide and the ideographic ones that browsers read as a dot. */
const dotOfDomain = /(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=\p{L})/gu

/**
 * Text without anything that email programs turn into a link. Emails for unverified businesses must link only to our
 * page that they are about.
 */
export const withoutLinks = (text: string): string =>
  text.replace(/\S+/g, (word) => {
    if (word.includes('://')) return removed
    return emailAddress.test(word) ? word : word.replace(dotOfDomain, '. ')
  })
