import { type ProcessorSettings, readApiUrl, requireSetting } from '../settings.ts'

export interface PaystackSettings {
  /** Address of the API, without a slash at the end. */
  url: string
  /** Secret key, `sk_live_…`. */
  secretKey: string
  /** Agreed price of a local charge; undefined for the published one. */
  price: PaystackPrice | undefined
}

/** Price of a charge. Amounts are in kobo. */
export interface PaystackPrice {
  /** Share of the amount, in hundredths of a percent. */
  basisPoints: number
  /** Added from `flatFromKobo` on. */
  flatKobo: number
  flatFromKobo: number
  /** At most this; null for no limit. */
  maximumKobo: number | null
}

/** @throws Error for a key that is missing, or of Paystack's test mode: live payments would be accepted and never paid */
export function readPaystackSettings(settings: ProcessorSettings): PaystackSettings {
  const secretKey = requireSetting(settings, 'paystack', 'PAYSTACK_SECRET_KEY', 'its secret key, sk_live_…')
  if (!secretKey.startsWith('sk_live_'))
    throw new Error(
      'PAYSTACK_SECRET_KEY is not a live secret key (sk_live_…). Test payments use the built-in sandbox and need no key',
    )
  const url = readApiUrl(settings, 'PAYSTACK_URL', 'https://api.paystack.co')
  return { url, secretKey, price: readPrice(settings.PAYSTACK_PRICE) }
}

/** @throws Error if it is not four whole numbers */
function readPrice(given: string | undefined): PaystackPrice | undefined {
  if (given === undefined) return undefined
  const numbers = given.split(',').map((one) => (/^\d{1,12}$/.test(one.trim()) ? Number(one) : Number.NaN))
  const [basisPoints = Number.NaN, flatKobo, flatFromKobo, maximumKobo] = numbers
  if (numbers.length !== 4 || numbers.some(Number.isNaN) || basisPoints > 10_000)
    throw new Error(
      `PAYSTACK_PRICE is "${given}"; it must be four whole numbers: hundredths of a percent, the flat fee in kobo, the amount in kobo from which it is charged, and the highest fee in kobo, like 150,10000,250000,200000`,
    )
  return { basisPoints, flatKobo: flatKobo!, flatFromKobo: flatFromKobo!, maximumKobo: maximumKobo! }
}
