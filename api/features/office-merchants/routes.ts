import * as merchants from '@adire/contract/back-office/merchants.ts'
import { route } from '../../http/route.ts'
import { getOfficeMerchantHandler } from './detail.ts'
import { listOfficeMerchantsHandler } from './list.ts'
import {
  addMerchantNoteHandler,
  endMerchantPriceHandler,
  freezeMerchantPaymentsHandler,
  freezeMerchantPayoutsHandler,
  removeMerchantRoutingHandler,
  setMerchantLimitsHandler,
  setMerchantPayoutTermsHandler,
  setMerchantPriceHandler,
  setMerchantRoutingHandler,
  unfreezeMerchantPaymentsHandler,
  unfreezeMerchantPayoutsHandler,
} from './manage.ts'
import { viewMerchantDashboardHandler } from './view.ts'

export const officeMerchantRoutes = [
  route(merchants.listOfficeMerchants, listOfficeMerchantsHandler),
  route(merchants.getOfficeMerchant, getOfficeMerchantHandler),
  route(merchants.addMerchantNote, addMerchantNoteHandler),
  route(merchants.freezeMerchantPayments, freezeMerchantPaymentsHandler),
  route(merchants.unfreezeMerchantPayments, unfreezeMerchantPaymentsHandler),
  route(merchants.freezeMerchantPayouts, freezeMerchantPayoutsHandler),
  route(merchants.unfreezeMerchantPayouts, unfreezeMerchantPayoutsHandler),
  route(merchants.setMerchantLimits, setMerchantLimitsHandler),
  route(merchants.setMerchantPayoutTerms, setMerchantPayoutTermsHandler),
  route(merchants.setMerchantPrice, setMerchantPriceHandler),
  route(merchants.viewMerchantDashboard, viewMerchantDashboardHandler),
  route(merchants.endMerchantPrice, endMerchantPriceHandler),
  route(merchants.setMerchantRouting, setMerchantRoutingHandler),
  route(merchants.removeMerchantRouting, removeMerchantRoutingHandler),
]
