import type { LiveTopic } from './live.ts'

/** Paths whose responses may change when a topic is announced. `everything` matches all paths. */
const paths: Record<Exclude<LiveTopic, 'everything'>, RegExp> = {
  payments:
    /^(payments|payment-links|customers|charges|invoice|refunds|disputes|plans|subscribe|direct-debit|status|splits|split-parties|settlements|api\/v1\/settlements-summary|simulator)(\/|$)/,
  account:
    /^(api\/v1\/(merchants|users|merchants-onboarding)|bank-accounts|api-keys|webhook-endpoints|webhook-listeners|saved-views|test-clock)(\/|$)/,
  webhooks: /^webhook-(deliveries|endpoints)(\/|$)/,
  notifications: /^notifications(\/|$)/,
}

const topics = Object.keys(paths) as (keyof typeof paths)[]

/** Typeahead lookups. They are not refetched: right after a create they would report the new object as a conflict. */
const typeaheadPaths = /^(payment-links\/check-availability|bank-accounts\/resolve)$/

/** Whether the response of a path may have changed when a topic is announced. */
export const isStale = (topic: LiveTopic, path: string): boolean =>
  topic === 'everything' || (paths[topic].test(path) && !typeaheadPaths.test(path))

/** Topic to announce after a change through this path. Undefined when no screen depends on it. */
export const findTopic = (path: string): LiveTopic | undefined => topics.find((topic) => paths[topic].test(path))
