import { groupDigits } from '@adire/contract/group-digits.ts'

/** `formatCount(1, 'subscriber', 'subscribers')` is "1 subscriber". */
export const formatCount = (count: number, one: string, many: string) =>
  `${groupDigits(count)} ${count === 1 ? one : many}`
