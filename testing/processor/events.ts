import * as z from 'zod/mini'
import { createPoster, type EventOptions, type EventToPost, type ProcessorEvent } from './post-events.ts'

/** Change to the delivery of the next events of one kind. */
export const EventRule = z.strictObject({
  /** Kind of event, such as `charge.success`; `*` for each. */
  event: z.string(),
  mode: z.enum([
    /** It is never sent. */
    'drop',
    /** It is sent when `releaseEvents` is called. */
    'hold',
    /** It is sent `delayMs` later. */
    'delay',
    /** It is sent before the response to the request that caused it. */
    'early',
    /** It is sent `times` times. */
    'repeat',
    /** Its amount is changed after it was signed. */
    'tamper',
  ]),
  count: z._default(z.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
  delayMs: z._default(z.number().check(z.int(), z.gte(0), z.lte(3_600_000)), 1_000),
  times: z._default(z.number().check(z.int(), z.gte(2), z.lte(100)), 2),
})
export type EventRule = z.output<typeof EventRule>
export type EventRuleInput = z.input<typeof EventRule>

/** Event with the rule that applies to its delivery. */
export interface PreparedEvent extends EventToPost {
  rule: EventRule | undefined
}

export function createEvents(options: EventOptions) {
  const { deliveries, postEvent, runLater, setEventsUrl, close } = createPoster(options)
  const rules: EventRule[] = []
  const held: PreparedEvent[] = []
  const pending = new Set<Promise<void>>()

  function takeRule(kind: string): EventRule | undefined {
    const found = rules.findIndex(({ event }) => event === kind || event === '*')
    const rule = rules[found]
    if (rule && --rule.count === 0) rules.splice(found, 1)
    return rule
  }

  /** Resolves after the first attempt; further attempts follow by themselves. */
  async function sendEvent(prepared: PreparedEvent): Promise<void> {
    const { rule } = prepared
    if (rule?.mode === 'drop') return
    if (rule?.mode === 'hold') return void held.push(prepared)
    if (rule?.mode === 'delay') return runLater(() => void postEvent(prepared), rule.delayMs)
    for (let sent = 0; sent < (rule?.mode === 'repeat' ? rule.times : 1); sent += 1) await postEvent(prepared)
  }

  return {
    deliveries,
    setEventsUrl,
    close,
    sendEvent,
    addEventRule: (input: EventRuleInput): void => void rules.push(EventRule.parse(input)),
    prepareEvent(event: ProcessorEvent): PreparedEvent {
      const rule = takeRule(event.kind)
      return { id: crypto.randomUUID(), event, rule, isTampered: rule?.mode === 'tamper' }
    },
    /** Sends events after the response to the request that caused them. */
    sendAfter(responded: Promise<unknown>, prepared: readonly PreparedEvent[]): void {
      const sending = responded.then(async () => {
        for (const event of prepared) await sendEvent(event)
      })
      pending.add(sending)
      void sending.finally(() => pending.delete(sending))
    },
    /** Resolves when the events of all answered requests had their first attempt. */
    async waitForEvents(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },
    /** Sends the events that were held; the last first, unless `isInOrder`. */
    async releaseEvents({ isInOrder = true } = {}): Promise<void> {
      const released = held.splice(0)
      for (const prepared of isInOrder ? released : released.reverse()) await postEvent(prepared)
    },
  }
}
export type Events = ReturnType<typeof createEvents>
