import { cardWords } from './card-words.ts'
import { changeWords } from './change-words.ts'
import type { EmailWriter } from './email-words.ts'
import { endWords } from './end-words.ts'
import { startWords } from './start-words.ts'
import type { EmailTemplate } from './templates.ts'

/** Email templates. */
export const emailWriters: Record<EmailTemplate, EmailWriter> = {
  ...startWords,
  ...cardWords,
  ...changeWords,
  ...endWords,
}
