/** What a bank may write or leave out of a registered name. */
const legalForms = new Set(['LTD', 'LIMITED', 'PLC', 'NIG', 'NIGERIA', 'CO', 'COMPANY', 'GTE', 'LLP', 'AND', 'THE'])

/** "Ẹ̀bùn & Sons (Nig.) Ltd." is EBUN and SONS. */
function splitNameWords(name: string): Set<string> {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !legalForms.has(word))
  return new Set(words)
}

/**
 * Whether a bank's name of an account is the business's, in any order and legal form. Banks cut long names off, so two
 * words that agree are enough where one name has more; a single one is not.
 */
export function fitsBusiness(accountName: string, businessName: string): boolean {
  const [one, other] = [splitNameWords(accountName), splitNameWords(businessName)]
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one]
  if (fewer.size === 0 || (fewer.size === 1 && more.size > 1)) return false
  return [...fewer].every((word) => more.has(word))
}
