import { type ChargePrice, readChargePrice } from '../charge-price.ts'
import { type ProcessorSettings, readApiUrl, readSwitch, requireSetting } from '../settings.ts'

export interface MonnifySettings {
  /** Address of the API, without a slash at the end. */
  url: string
  /** `MK_PROD_…`. */
  apiKey: string
  /** Client secret, which also signs events. */
  secretKey: string
  contractCode: string
  /** Account number of the wallet that payouts leave from. */
  walletAccount: string
  /** Agreed price of a charge; undefined for the published one. */
  price: ChargePrice | undefined
  /** Whether it is asked about Bank Verification Numbers, each for a fee. */
  checksBvns: boolean
}

/** @throws Error for a setting that is missing, or a key of Monnify's test mode: live payments would be accepted and never paid */
export function readMonnifySettings(settings: ProcessorSettings): MonnifySettings {
  const read = (name: string, what: string) => requireSetting(settings, 'monnify', name, what)
  const apiKey = read('MONNIFY_API_KEY', 'its API key, MK_PROD_…')
  if (!apiKey.startsWith('MK_PROD_'))
    throw new Error(
      'MONNIFY_API_KEY is not a live API key (MK_PROD_…). Test payments use the built-in sandbox and need no key',
    )
  return {
    url: readApiUrl(settings, 'MONNIFY_URL', 'https://api.monnify.com'),
    apiKey,
    secretKey: read('MONNIFY_SECRET_KEY', 'its secret key'),
    contractCode: read('MONNIFY_CONTRACT_CODE', 'the contract code of its account'),
    walletAccount: read('MONNIFY_WALLET_ACCOUNT', 'the account number of the wallet that pays settlements'),
    price: readChargePrice(settings, 'MONNIFY_PRICE'),
    checksBvns: readSwitch(settings, 'MONNIFY_BVN_CHECKS'),
  }
}
