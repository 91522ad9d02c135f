/** Legal forms and filler words that a bank may add to a registered name or leave out. */
const legalForms = new Set(['LTD', 'LIMITED', 'PLC', 'NIG', 'NIGERIA', 'CO', 'COMPANY', 'GTE', 'LLP', 'AND', 'THE'])

/** The significant words of a name: EBUN and SONS for "Ẹ̀bùn & Sons (Nig.) Ltd.". */
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
 * Whether a bank's account name matches the business name, in any word order and legal form. Banks truncate long names, so two
 * matching words are enough if one name has more; one word alone is not.
 */
export function fitsBusiness(accountName: string, businessName: string): boolean {
  const [one, other] = [splitNameWords(accountName), splitNameWords(businessName)]
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one]
  if (fewer.size === 0 || (fewer.size === 1 && more.size > 1)) return false
  return [...fewer].every((word) => more.has(word))
}
