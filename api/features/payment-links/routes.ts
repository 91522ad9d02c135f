import * as paymentLinks from '@adire/contract/payment-links.ts'
import { route, uploadRoute } from '../../http/route.ts'
import { checkPaymentLinkNameHandler, createPaymentLinkHandler } from './create.ts'
import { listPaymentLinksHandler, listPlanPaymentLinksHandler } from './list.ts'
import { deletePaymentLinkHandler, getPaymentLinkHandler, publishPaymentLinkHandler } from './payment-links.ts'
import {
  mayUploadPaymentLinkPicture,
  removePaymentLinkPictureHandler,
  uploadPaymentLinkPictureHandler,
} from './pictures.ts'
import { updatePaymentLinkHandler } from './update.ts'

export const paymentLinkRoutes = [
  route(paymentLinks.listPaymentLinks, listPaymentLinksHandler),
  route(paymentLinks.listPlanPaymentLinks, listPlanPaymentLinksHandler),
  route(paymentLinks.checkPaymentLinkName, checkPaymentLinkNameHandler),
  route(paymentLinks.createPaymentLink, createPaymentLinkHandler),
  route(paymentLinks.getPaymentLink, getPaymentLinkHandler),
  route(paymentLinks.updatePaymentLink, updatePaymentLinkHandler),
  route(paymentLinks.publishPaymentLink, publishPaymentLinkHandler),
  uploadRoute(paymentLinks.uploadPaymentLinkPicture, mayUploadPaymentLinkPicture, uploadPaymentLinkPictureHandler),
  route(paymentLinks.removePaymentLinkPicture, removePaymentLinkPictureHandler),
  route(paymentLinks.deletePaymentLink, deletePaymentLinkHandler),
]
