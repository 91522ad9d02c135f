import {
  addMerchantNote,
  endMerchantPrice,
  freezeMerchantPayments,
  freezeMerchantPayouts,
  getOfficeMerchant,
  listOfficeMerchants,
  removeMerchantRouting,
  setMerchantLimits,
  setMerchantPayoutTerms,
  setMerchantPrice,
  setMerchantRouting,
  unfreezeMerchantPayments,
  unfreezeMerchantPayouts,
  viewMerchantDashboard,
} from '@adire/contract/back-office/merchants.ts'
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
  route(listOfficeMerchants, listOfficeMerchantsHandler),
  route(getOfficeMerchant, getOfficeMerchantHandler),
  route(addMerchantNote, addMerchantNoteHandler),
  route(freezeMerchantPayments, freezeMerchantPaymentsHandler),
  route(unfreezeMerchantPayments, unfreezeMerchantPaymentsHandler),
  route(freezeMerchantPayouts, freezeMerchantPayoutsHandler),
  route(unfreezeMerchantPayouts, unfreezeMerchantPayoutsHandler),
  route(setMerchantLimits, setMerchantLimitsHandler),
  route(setMerchantPayoutTerms, setMerchantPayoutTermsHandler),
  route(setMerchantPrice, setMerchantPriceHandler),
  route(viewMerchantDashboard, viewMerchantDashboardHandler),
  route(endMerchantPrice, endMerchantPriceHandler),
  route(setMerchantRouting, setMerchantRoutingHandler),
  route(removeMerchantRouting, removeMerchantRoutingHandler),
]
