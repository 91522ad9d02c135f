import {
  changeModeType,
  getMerchant,
  getModeType,
  listMerchants,
  listMerchantsByUser,
  removeLogo,
  updateMerchant,
  uploadLogo,
} from '@adire/contract/merchants.ts'
import { route, routeWithoutTransaction, uploadRoute } from '../../http/route.ts'
import { mayUploadLogo, removeLogoHandler, uploadLogoHandler } from './logos.ts'
import { changeModeTypeHandler, getModeTypeHandler, listMerchantsHandler } from './merchants.ts'
import { retrieveMerchant, updateMerchantHandler } from './profile.ts'

export const merchantRoutes = [
  route(listMerchants, listMerchantsHandler),
  route(listMerchantsByUser, listMerchantsHandler),
  route(getModeType, getModeTypeHandler),
  route(changeModeType, changeModeTypeHandler),
  route(getMerchant, retrieveMerchant),
  route(updateMerchant, updateMerchantHandler),
  uploadRoute(uploadLogo, mayUploadLogo, uploadLogoHandler),
  routeWithoutTransaction(removeLogo, removeLogoHandler),
]
