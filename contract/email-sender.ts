/** How an email to a customer names the business that it is from. */
export interface EmailSender {
  businessName: string
  /** Approved to go live, under this name. */
  isVerified: boolean
  /** Who sends the email: "Adire". */
  brand: string
}

/** The business in a subject. One that is not verified could call itself anything, so it is not named there. */
export const nameInSubject = ({ businessName, isVerified, brand }: EmailSender): string =>
  isVerified ? businessName : `a business on ${brand}`

/** The business in the text of an email. */
export const nameInText = ({ businessName, isVerified }: EmailSender): string =>
  isVerified ? businessName : `${businessName} (not verified)`

/** Names of the business's own choice, such as that of a plan, in a subject; `neutral` is for those that are not verified. */
export const titleInSubject = ({ isVerified }: EmailSender, title: string, neutral: string): string =>
  isVerified ? title : neutral

const removed = '[link removed]'
const emailAddress = /^[^\s@/:]+@[^\s@/:]+$/

/**
 * A text in which mail programs find no link. Emails for businesses that are not verified must lead nowhere but to the
 * page of ours that they are about.
 */
export const withoutLinks = (text: string): string =>
  text.replace(/\S+/g, (word) => {
    if (word.includes('://')) return removed
    return emailAddress.test(word) ? word : word.replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '. ')
  })
