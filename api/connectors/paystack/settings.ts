import { type ChargePrice, readChargePrice } from '../charge-price.ts'
import { type ProcessorSettings, readApiUrl, requireSetting } from '../settings.ts'

export interface PaystackSettings {
  /** Address of the API, without a slash at the end. */
  url: string
  /** Secret key, `sk_live_…`. */
  secretKey: string
  /** Agreed price of a local charge; undefined for the published one. */
  price: ChargePrice | undefined
}

/** @throws Error for a key that is missing, or of Paystack's test mode: live payments would be accepted and never paid */
export function readPaystackSettings(settings: ProcessorSettings): PaystackSettings {
  const secretKey = requireSetting(settings, 'paystack', 'PAYSTACK_SECRET_KEY', 'its secret key, sk_live_…')
  if (!secretKey.startsWith('sk_live_'))
    throw new Error(
      'PAYSTACK_SECRET_KEY is not a live secret key (sk_live_…). Test payments use the built-in sandbox and need no key',
    )
  const url = readApiUrl(settings, 'PAYSTACK_URL', 'https://api.paystack.co')
  return { url, secretKey, price: readChargePrice(settings, 'PAYSTACK_PRICE') }
}
