import {
  checkPaymentLinkName,
  createPaymentLink,
  deletePaymentLink,
  editPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
  publishPaymentLink,
  removePaymentLinkPicture,
  uploadPaymentLinkPicture,
} from '@adire/contract/payment-links.ts'
import { route, routeWithoutTransaction, uploadRoute } from '../../http/route.ts'
import { checkPaymentLinkNameHandler, createPaymentLinkHandler } from './create.ts'
import { editPaymentLinkHandler } from './edit.ts'
import { listPaymentLinksHandler, listPlanPaymentLinksHandler } from './list.ts'
import { deletePaymentLinkHandler, getPaymentLinkHandler, publishPaymentLinkHandler } from './payment-links.ts'
import {
  mayUploadPaymentLinkPicture,
  removePaymentLinkPictureHandler,
  uploadPaymentLinkPictureHandler,
} from './pictures.ts'

export const paymentLinkRoutes = [
  route(listPaymentLinks, listPaymentLinksHandler),
  route(listPlanPaymentLinks, listPlanPaymentLinksHandler),
  route(checkPaymentLinkName, checkPaymentLinkNameHandler),
  route(createPaymentLink, createPaymentLinkHandler),
  route(getPaymentLink, getPaymentLinkHandler),
  route(editPaymentLink, editPaymentLinkHandler),
  route(publishPaymentLink, publishPaymentLinkHandler),
  uploadRoute(uploadPaymentLinkPicture, mayUploadPaymentLinkPicture, uploadPaymentLinkPictureHandler),
  routeWithoutTransaction(removePaymentLinkPicture, removePaymentLinkPictureHandler),
  routeWithoutTransaction(deletePaymentLink, deletePaymentLinkHandler),
]
