import { openMerchantView } from '@adire/contract/back-office/merchants.ts'
import { callEndpoint } from '@adire/contract/call.ts'

/** Exchanges a code of the back office for the token of a view. @throws {CallError} for a code that is not valid */
export const openView = (code: string) =>
  callEndpoint({ baseUrl: () => '/operator/api', token: () => undefined }, openMerchantView, { code })
