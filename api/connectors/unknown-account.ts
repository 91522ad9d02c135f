/**
 * Whether the text of a rejection says that a bank has no such account, such as "Could not resolve account name", or that there is no such
 * bank. A text about our own account at the processor, such as "Your account is restricted", is not about the account of a payer or merchant.
 */
export const saysUnknownAccount = (text: string): boolean =>
  /\baccount|\bbank code/i.test(text) &&
  /resolve|validate|invalid|unknown|not found|not exist|incorrect/i.test(text) &&
  !/\b(your|source|merchant|wallet|business)\b/i.test(text)
