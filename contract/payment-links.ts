import { endpointsFor } from './endpoint.ts'
import type * as schemas from './payment-links-schemas.ts'

export const paymentLimitMaximum = 10_000

/** Most units in one payment of a link. */
export const linkQuantityMaximum = 1_000

/**
 * Whether a URL is allowed as redirect: absolute, https, without a user name or password. Excludes `javascript:`,
 * `file:` and `mailto:` URLs.
 */
export const isRedirect = (text: string) => {
  const url = /^https:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '' && url.password === ''
}

/** Reasons why a link takes no payments: unpublished, expired, or its payment limit is reached. */
export const linkClosings = ['unpublished', 'expired', 'full'] as const

const { get, post, create, del, upload } = endpointsFor('core', 'merchant', 'payments', 'payment_links')
/** Orders of the lists of payment links; each has an index. */
export const paymentLinkSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const

export const listPaymentLinks = get<typeof schemas.listPaymentLinks>('payment-links')
export const listPlanPaymentLinks = get<typeof schemas.listPlanPaymentLinks>('payment-links/plans-type')
export const createPaymentLink = create<typeof schemas.createPaymentLink>('payment-links', { errors: ['name_taken'] })
export const checkPaymentLinkName = get<typeof schemas.checkPaymentLinkName>('payment-links/check-availability', {
  topic: 'none',
  errors: ['name_taken'],
})
export const getPaymentLink = get<typeof schemas.getPaymentLink>('payment-links/:id', {
  errors: ['payment_link_not_found'],
})
export const updatePaymentLink = post<typeof schemas.updatePaymentLink>('payment-links/:id', {
  errors: ['payment_link_not_found'],
})
export const deletePaymentLink = del<typeof schemas.deletePaymentLink>('payment-links/:id', {
  errors: ['payment_link_not_found'],
})
export const publishPaymentLink = post<typeof schemas.publishPaymentLink>('payment-links/:id/publish', {
  errors: ['payment_link_not_found'],
})
export const uploadPaymentLinkPicture = upload<typeof schemas.uploadPaymentLinkPicture>('payment-links/:id/picture', {
  errors: ['payment_link_not_found', 'not_a_picture'],
})
export const removePaymentLinkPicture = del<typeof schemas.removePaymentLinkPicture>('payment-links/:id/picture', {
  errors: ['payment_link_not_found'],
})
