import * as merchants from '@adire/contract/merchants.ts'
import { route, uploadRoute } from '../../http/route.ts'
import { mayUploadLogo, removeLogoHandler, uploadLogoHandler } from './logos.ts'
import { changeModeTypeHandler, getModeTypeHandler, listMerchantsHandler } from './merchants.ts'
import { retrieveMerchant, updateMerchantHandler } from './profile.ts'

export const merchantRoutes = [
  route(merchants.listMerchants, listMerchantsHandler),
  route(merchants.listMerchantsByUser, listMerchantsHandler),
  route(merchants.getModeType, getModeTypeHandler),
  route(merchants.changeModeType, changeModeTypeHandler),
  route(merchants.getMerchant, retrieveMerchant),
  route(merchants.updateMerchant, updateMerchantHandler),
  uploadRoute(merchants.uploadLogo, mayUploadLogo, uploadLogoHandler),
  route(merchants.removeLogo, removeLogoHandler),
]
