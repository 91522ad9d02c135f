/** Legal forms and filler words that a bank may add to a registered name or leave out. */
const legalForms = new Set(['LTD', 'LIMITED', 'PLC', 'NIG', 'NIGERIA', 'CO', 'COMPANY', 'GTE', 'LLP', 'AND', 'THE'])

/** The significant words of a name: EBUN and SONS for "Ẹ̀bùn & Sons (Nig.) Ltd.". */
export function splitNameWords(name: string): Set<string> {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !legalForms.has(word))
  return new Set(words)
}

/**
 * Whether the name of a bank account is probably that of the customer, in any order of words. Two common words are enough, because
 * either may have middle names that the other has not. A word may have a typo: a warning that is often wrong is not read.
 */
export function fitsCustomer(accountName: string, customerName: string): boolean {
  const [account, customer] = [[...splitNameWords(accountName)], [...splitNameWords(customerName)]]
  const common = customer.filter((word) => account.some((other) => isNearly(word, other))).length
  return common >= Math.min(2, account.length, customer.length)
}

/** Whether two words are the same, or differ by one letter that is missing, added, replaced or exchanged with the next. */
function isNearly(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < 4 || long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = (word: string, from: number) => word.slice(from)
  if (short.length < long.length) return rest(short, start) === rest(long, start + 1)
  const isExchanged =
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    rest(short, start + 2) === rest(long, start + 2)
  return isExchanged || rest(short, start + 1) === rest(long, start + 1)
}
