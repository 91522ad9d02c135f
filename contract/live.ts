import { endpointsFor } from './endpoint.ts'
import type * as schemas from './live-schemas.ts'

/** Topic of a change. `everything`: events may have been missed. */
export const liveTopics = ['payments', 'account', 'webhooks', 'notifications', 'everything'] as const

export type LiveTopic = (typeof liveTopics)[number]

export const followBusiness = endpointsFor('core', 'member', 'none', 'every member').stream<
  typeof schemas.followBusiness
>('api/v1/live')
