import type { ApiConfig } from '../../config.ts'
import type { SubscriptionRecord } from './move.ts'

/** URL of the payer's subscription page. */
export const payerUrl = (
  { publicUrl }: Pick<ApiConfig, 'publicUrl'>,
  { accessCode }: Pick<SubscriptionRecord, 'accessCode'>,
) => `${publicUrl}/pay/subscription/${accessCode}`
