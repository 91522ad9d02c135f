import { limits } from './limits.ts'

/**
 * Check digit of a NUBAN, computed over the 3-digit CBN bank code and the nine serial digits with weights
 * 3,7,3,3,7,3,3,7,3,3,7,3. Five-digit codes of other institutions are prefixed with 9 and use three more weights
 * (CBN, March 2020).
 */
export function nubanCheckDigit(bankCode: string, serial: string): number {
  const weights = bankCode.length === 5 ? [3, 7, 3, ...limits.checkDigitWeights] : limits.checkDigitWeights
  const digits = (bankCode.length === 5 ? `9${bankCode}` : bankCode) + serial
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return (10 - (sum % 10)) % 10
}

/** Whether a 10-digit account number can exist at the bank. A number is valid at about three of thirty banks. */
export function isNuban(bankCode: string, accountNumber: string): boolean {
  if (!/^(\d{3}|\d{5})$/.test(bankCode) || !/^\d{10}$/.test(accountNumber)) return false
  return nubanCheckDigit(bankCode, accountNumber.slice(0, 9)) === Number(accountNumber[9])
}
