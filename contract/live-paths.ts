import type { LiveTopic } from './live.ts'

/** Which topic makes the answers of which paths old. `everything` is for all of them. */
const paths: Record<Exclude<LiveTopic, 'everything'>, RegExp> = {
  payments:
    /^(payments|payment-links|customers|charges|invoice|refunds|disputes|plans|subscribe|direct-debit|status|splits|split-parties|settlements|api\/v1\/settlements-summary|simulator)(\/|$)/,
  account:
    /^(api\/v1\/(merchants|users|merchants-onboarding)|bank-accounts|api-keys|webhook-endpoints|webhook-listeners|saved-views|test-clock)(\/|$)/,
  webhooks: /^webhook-(deliveries|endpoints)(\/|$)/,
  notifications: /^notifications(\/|$)/,
}

const topics = Object.keys(paths) as (keyof typeof paths)[]

/** Answers to what somebody is typing: read again, they would speak of the very thing that was just made. */
const typeaheadPaths = /^(payment-links\/check-availability|bank-accounts\/resolve)$/

/** Whether what a path answers may have changed when a topic is announced. */
export const isStale = (topic: LiveTopic, path: string): boolean =>
  topic === 'everything' || (paths[topic].test(path) && !typeaheadPaths.test(path))

/** The topic that a change by this path announces; undefined where nothing on screen follows it. */
export const findTopic = (path: string): LiveTopic | undefined => topics.find((topic) => paths[topic].test(path))
