import { createHmac } from 'node:crypto'

/** Event of a processor, before it is signed. */
export interface ProcessorEvent {
  /** The processor's word for it, such as `charge.success`. */
  kind: string
  mode: 'test' | 'live'
  body: object
  /** Key of the signature. */
  secretKey: string
}

/** Attempt to deliver an event. */
export interface Delivery {
  id: string
  event: string
  mode: ProcessorEvent['mode']
  attempt: number
  /** Status of the response; null if there was none. */
  status: number | null
  body: string
  signature: string
}

export interface EventOptions {
  /** Where events are posted; an address for each mode, or one for both. */
  eventsUrl: string | { test?: string; live?: string } | undefined
  /** Time between the attempts of an event that is not answered with 200. */
  retryDelaysMs: readonly number[]
  /** Header of the signature. */
  signatureHeader: string
  /** The body with another amount. */
  tamper(body: object): object
}

export interface EventToPost {
  id: string
  event: ProcessorEvent
  /** Whether the amount is changed after the event was signed. */
  isTampered: boolean
}

const responseTimeoutMs = 30_000
const maxDeliveries = 10_000

/** HMAC-SHA512 of the raw body, in hex. */
export const signEvent = (body: string, secretKey: string): string =>
  createHmac('sha512', secretKey).update(body).digest('hex')

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
      headers: { 'content-type': 'application/json', [options.signatureHeader]: signature },
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
    const { id, event, isTampered } = toPost
    const { kind, mode, secretKey } = event
    const { eventsUrl } = options
    const url = typeof eventsUrl === 'string' ? eventsUrl : eventsUrl?.[mode]
    if (!url || closed.signal.aborted) return
    const signature = signEvent(JSON.stringify(event.body), secretKey)
    const body = JSON.stringify(isTampered ? options.tamper(event.body) : event.body)
    const status = await postBody(url, body, signature)
    deliveries.push({ id, event: kind, mode, attempt, status, body, signature })
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
