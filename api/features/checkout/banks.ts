import type { PayerBank } from './page-props.ts'

/** Banks with a USSD short code. */
export const ussdBanks: readonly (PayerBank & { dial: string })[] = [
  { code: '044', name: 'Access Bank', dial: '901' },
  { code: '070', name: 'Fidelity Bank', dial: '770' },
  { code: '011', name: 'First Bank of Nigeria', dial: '894' },
  { code: '214', name: 'First City Monument Bank', dial: '329' },
  { code: '058', name: 'Guaranty Trust Bank', dial: '737' },
  { code: '232', name: 'Sterling Bank', dial: '822' },
  { code: '033', name: 'United Bank for Africa', dial: '919' },
  { code: '057', name: 'Zenith Bank', dial: '966' },
]

/** Banks that debit an account after the payer completes their challenges. */
export const debitBanks: readonly PayerBank[] = [
  { code: '058', name: 'Guaranty Trust Bank' },
  { code: '033', name: 'United Bank for Africa' },
  { code: '057', name: 'Zenith Bank' },
]
