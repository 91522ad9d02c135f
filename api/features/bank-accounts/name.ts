import { splitNameWords } from '@adire/contract/account-names.ts'

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
