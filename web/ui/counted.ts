/** `formatCount(1, 'subscriber', 'subscribers')` is "1 subscriber". */
export const formatCount = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
