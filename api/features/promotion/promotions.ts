import type { PromotionKind } from '@adire/contract/promotion.ts'
import { couponPromotion } from './coupons.ts'
import { paymentLinkPromotion } from './payment-links.ts'
import { planPromotion } from './plans.ts'
import type { Promotion } from './promotable.ts'
import { reportSchedulePromotion } from './report-schedules.ts'
import {
  invoiceNumbersPromotion,
  journalPromotion,
  logoPromotion,
  payoutSchedulePromotion,
  profilePromotion,
  retryPromotion,
} from './settings.ts'
import { splitPromotion } from './splits.ts'
import { webhookPromotion } from './webhooks.ts'

/** What can be copied to Live Mode, by kind. */
export const promotions: Record<PromotionKind, Promotion> = {
  business_profile: profilePromotion,
  logo: logoPromotion,
  invoice_numbers: invoiceNumbersPromotion,
  payout_schedule: payoutSchedulePromotion,
  retry_settings: retryPromotion,
  journal_accounts: journalPromotion,
  plan: planPromotion,
  coupon: couponPromotion,
  split: splitPromotion,
  payment_link: paymentLinkPromotion,
  webhook_endpoint: webhookPromotion,
  report_schedule: reportSchedulePromotion,
}
