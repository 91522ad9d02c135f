import { numberMask } from '@adire/contract/channels/method-name.ts'

/** The text with its masked numbers, such as "•••• 0018", kept on one line. The API and files have an ordinary space there. */
export const keepNumbersWhole = (text: string): string => text.replaceAll(`${numberMask} `, `${numberMask}\u00a0`)
