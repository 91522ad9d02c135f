import { limits } from './limits.ts'

/** How a bank's account numbers are checked: deposit money bank, other financial institution, or not at all (wallets). */
export type NubanScheme = 'DMB' | 'OFI' | 'NONE'

/**
 * The check digit of a NUBAN over the 3-digit CBN bank code and the nine serial digits, weights 3,7,3,3,7,3,3,7,3,3,7,3;
 * five-digit codes of other institutions are prefixed with 9 and take three more weights (CBN, March 2020).
 */
export function nubanCheckDigit(bankCode: string, serial: string): number {
  const weights = bankCode.length === 5 ? [3, 7, 3, ...limits.checkDigitWeights] : limits.checkDigitWeights
  const digits = (bankCode.length === 5 ? `9${bankCode}` : bankCode) + serial
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return (10 - (sum % 10)) % 10
}

/** Whether a ten-digit account number can exist at the bank. One number is valid at about three of thirty banks. */
export function isNuban(bankCode: string, accountNumber: string): boolean {
  if (!/^(\d{3}|\d{5})$/.test(bankCode) || !/^\d{10}$/.test(accountNumber)) return false
  return nubanCheckDigit(bankCode, accountNumber.slice(0, 9)) === Number(accountNumber[9])
}
