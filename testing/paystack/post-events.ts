import { createHmac } from 'node:crypto'
import type { Domain, Integration } from './integration.ts'

export interface PaystackEvent {
  event: string
  data: Record<string, unknown>
  /** Only in `direct_debit.authorization.created`. */
  status?: boolean
  message?: string
}

/** Attempt to deliver an event. */
export interface Delivery {
  id: string
  event: string
  domain: Domain
  attempt: number
  /** Status of the response; null if there was none. */
  status: number | null
  body: string
  signature: string
}

export interface EventOptions {
  /** Where events are posted; an address for each mode, or one for both. */
  eventsUrl: string | { test?: string; live?: string } | undefined
  /** Time between the attempts of an event that is not answered with 200. Paystack: 3 minutes four times, then hourly for 72 hours. */
  retryDelaysMs: readonly number[]
}

export interface EventToPost {
  id: string
  event: PaystackEvent
  integration: Integration
  /** Whether the amount is changed after the event was signed. */
  isTampered: boolean
}

const responseTimeoutMs = 30_000
const maxDeliveries = 10_000

/** `x-paystack-signature`: HMAC-SHA512 of the raw body, in hex; the key is the secret API key. */
export const signEvent = (body: string, secretKey: string): string =>
  createHmac('sha512', secretKey).update(body).digest('hex')

const tamperEvent = ({ data, ...rest }: PaystackEvent): PaystackEvent => ({
  ...rest,
  data: { ...data, amount: Number(data.amount ?? 0) + 100 },
})

/** Posts events to the merchant, again and again until they are answered with 200 or all attempts are made. */
export function createPoster(options: EventOptions) {
  const deliveries: Delivery[] = []
  const timers = new Set<NodeJS.Timeout>()
  const closed = new AbortController()

  function runLater(work: () => void, delayMs: number): void {
    if (closed.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, delayMs)
    timers.add(timer)
  }

  const postBody = (url: string, body: string, signature: string) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
      body,
      signal: AbortSignal.any([closed.signal, AbortSignal.timeout(responseTimeoutMs)]),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status
      },
      () => null,
    )

  async function postEvent(toPost: EventToPost, attempt = 1): Promise<void> {
    const { id, event, integration, isTampered } = toPost
    const { eventsUrl } = options
    const url = typeof eventsUrl === 'string' ? eventsUrl : eventsUrl?.[integration.domain]
    if (!url || closed.signal.aborted) return
    const signature = signEvent(JSON.stringify(event), integration.secretKey)
    const body = JSON.stringify(isTampered ? tamperEvent(event) : event)
    const status = await postBody(url, body, signature)
    deliveries.push({ id, event: event.event, domain: integration.domain, attempt, status, body, signature })
    if (deliveries.length > maxDeliveries) deliveries.shift()
    const delayMs = options.retryDelaysMs[attempt - 1]
    if (status !== 200 && delayMs !== undefined) runLater(() => void postEvent(toPost, attempt + 1), delayMs)
  }

  return {
    deliveries,
    postEvent,
    runLater,
    setEventsUrl(url: EventOptions['eventsUrl']): void {
      options.eventsUrl = url
    },
    close(): void {
      closed.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
