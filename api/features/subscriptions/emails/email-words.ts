import type { EmailedSubscription } from './find.ts'

/** Text of an email. */
export interface EmailWords {
  subject: string
  heading: string
  paragraphs: string[]
  action?: string
}

/** Writes the text of an email. `title` is the plan's name as used in the subject. */
export type EmailWriter = (found: EmailedSubscription & { title: string; sender: string }) => EmailWords
