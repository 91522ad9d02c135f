/** Bank as Paystack lists it. `id` is Paystack's own number; refunds to an account name a bank by it. */
export interface Bank {
  id: number
  code: string
  name: string
}

const largeBanks: readonly Bank[] = [
  { id: 1, code: '044', name: 'Access Bank' },
  { id: 3, code: '050', name: 'Ecobank Nigeria' },
  { id: 6, code: '070', name: 'Fidelity Bank' },
  { id: 7, code: '011', name: 'First Bank of Nigeria' },
  { id: 8, code: '214', name: 'First City Monument Bank' },
  { id: 9, code: '058', name: 'Guaranty Trust Bank' },
  { id: 13, code: '076', name: 'Polaris Bank' },
  { id: 14, code: '221', name: 'Stanbic IBTC Bank' },
  { id: 15, code: '068', name: 'Standard Chartered Bank' },
  { id: 16, code: '232', name: 'Sterling Bank' },
  { id: 17, code: '032', name: 'Union Bank of Nigeria' },
  { id: 18, code: '033', name: 'United Bank For Africa' },
  { id: 19, code: '215', name: 'Unity Bank' },
  { id: 20, code: '035', name: 'Wema Bank' },
  { id: 21, code: '057', name: 'Zenith Bank' },
  { id: 22, code: '301', name: 'Jaiz Bank' },
  { id: 63, code: '030', name: 'Heritage Bank' },
  { id: 67, code: '50211', name: 'Kuda Bank' },
  { id: 68, code: '082', name: 'Keystone Bank' },
  { id: 72, code: '100', name: 'Suntrust Bank' },
  { id: 73, code: '302', name: 'TAJ Bank' },
  { id: 171, code: '999992', name: 'OPay Digital Services Limited (OPay)' },
  { id: 169, code: '999991', name: 'PalmPay' },
  { id: 302, code: '50515', name: 'Moniepoint MFB' },
  { id: 82, code: '101', name: 'ProvidusBank' },
]

/** Invented: Paystack lists about 250 banks, more than fit on a page of its list. */
const smallBanks = Array.from({ length: 120 }, (_, index) => ({
  id: 1_001 + index,
  code: String(90_001 + index),
  name: `Community Microfinance Bank ${index + 1}`,
}))

/** Nigerian banks, by name. */
export const banks: readonly Bank[] = [...largeBanks, ...smallBanks].sort((a, b) => a.name.localeCompare(b.name))

/** Bank of the accounts that payers transfer to. */
export const transferBank = { slug: 'titan-paystack', name: 'Paystack-Titan', id: 629 }

export const findBank = (code: string): Bank | undefined => banks.find((bank) => bank.code === code)

export const toBankResponse = ({ id, code, name }: Bank) => ({
  id,
  name,
  slug: name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replace(/-$/, ''),
  code,
  longcode: '',
  gateway: null,
  pay_with_bank: false,
  active: true,
  is_deleted: false,
  country: 'Nigeria',
  currency: 'NGN',
  type: 'nuban',
  createdAt: '2016-07-14T10:04:29.000Z',
  updatedAt: '2024-01-12T09:00:00.000Z',
})
