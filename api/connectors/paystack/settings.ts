import { Day } from '@adire/contract/fields.ts'
import { type ChargePrice, readChargePrice } from '../charge-price.ts'
import { type ProcessorSettings, readApiUrl, requireSetting } from '../settings.ts'

/** Banks whose accounts payers can type on our page. Paystack lists for each integration which of them take part. */
const accountBanks = ['033', '057', '058'] as const

export interface PaystackSettings {
  /** Address of the API, without a slash at the end. */
  url: string
  /** Secret key, `sk_live_…`. */
  secretKey: string
  /** Agreed price of a local charge; undefined for the published one. */
  price: ChargePrice | undefined
  /** Last day, in Lagos, of the attestation of compliance (PCI DSS) that lets payers type cards on our page; undefined without one. */
  attestedUntil: string | undefined
  /** Codes of the banks whose accounts payers can type on our page. */
  accountBanks: readonly string[]
}

/** Whether card numbers may pass through this server. */
export const isAttested = ({ attestedUntil }: PaystackSettings, now: Date): boolean =>
  attestedUntil !== undefined && now < new Date(`${attestedUntil}T24:00:00+01:00`)

/** @throws Error for a key that is missing, or of Paystack's test mode: live payments would be accepted and never paid */
export function readPaystackSettings(settings: ProcessorSettings): PaystackSettings {
  const secretKey = requireSetting(settings, 'paystack', 'PAYSTACK_SECRET_KEY', 'its secret key, sk_live_…')
  if (!secretKey.startsWith('sk_live_'))
    throw new Error(
      'PAYSTACK_SECRET_KEY is not a live secret key (sk_live_…). Test payments use the built-in sandbox and need no key',
    )
  const url = readApiUrl(settings, 'PAYSTACK_URL', 'https://api.paystack.co')
  const price = readChargePrice(settings, 'PAYSTACK_PRICE')
  return {
    url,
    secretKey,
    price,
    attestedUntil: readAttestation(settings.PAYSTACK_PCI_AOC),
    accountBanks: readAccountBanks(settings.PAYSTACK_BANK_ACCOUNTS),
  }
}

/** @throws Error for something else than a day */
function readAttestation(day: string | undefined): string | undefined {
  if (day === undefined || Day.safeParse(day).success) return day
  throw new Error('PAYSTACK_PCI_AOC is not the last day of your attestation of compliance, like 2027-03-31')
}

/** @throws Error for a bank that payments by account do not know */
function readAccountBanks(text: string | undefined): readonly string[] {
  const codes = text?.split(',').map((code) => code.trim()) ?? []
  if (codes.every((code) => accountBanks.some((known) => known === code))) return codes
  throw new Error(
    `PAYSTACK_BANK_ACCOUNTS may name ${accountBanks.join(', ')}, the codes of banks whose accounts Paystack debits for you`,
  )
}
