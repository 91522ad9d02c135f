// What the product measures while it works. Recording costs nothing until somebody reads: the channels are those of Node.
import { channel } from 'node:diagnostics_channel'

export interface Measurement<Value> {
  /** Whether anybody reads. Where false, a value need not be prepared. */
  isRead(): boolean
  record(value: Value): void
  /** Calls `reader` with each value recorded in this process, until the returned function is called. */
  read(reader: (value: Value) => void): () => void
}

function defineMeasurement<Value>(name: string): Measurement<Value> {
  const values = channel(`adire.${name}`)
  return {
    isRead: () => values.hasSubscribers,
    record: (value) => values.publish(value),
    read: (reader) => {
      const receive = (value: unknown) => reader(value as Value)
      values.subscribe(receive)
      return () => void values.unsubscribe(receive)
    },
  }
}

/** A request that was answered. `route` is its pattern, never its URL; `seconds` is undefined for streams, which end with their reader. */
export const requestAnswered = defineMeasurement<{
  method: string
  route: string
  status: number
  seconds: number | undefined
}>('request-answered')

export type PoolName = 'write' | 'read' | 'replica' | 'snapshot'

/** A database connection was taken from its pool, or could not be taken. `seconds`: the wait for it. */
export const connectionTaken = defineMeasurement<{ pool: PoolName; seconds: number; isTaken: boolean }>(
  'connection-taken',
)

/** A background job ran. */
export const jobRan = defineMeasurement<{ job: string; outcome: 'completed' | 'failed'; seconds: number }>('job-ran')

/** A call to a processor. `call` is a capability and a function, `outcome` one of a few words. */
export const processorCalled = defineMeasurement<{
  processor: string
  call: string
  outcome: string
  seconds: number
}>('processor-called')

/** A request to a processor got its turn, or was not sent because there were too many. `fairShare`: that of its business. */
export const turnTaken = defineMeasurement<{
  processor: string
  caller: 'payer' | 'job'
  fairShare: 'within' | 'over'
  outcome: 'sent' | 'not_sent'
  seconds: number
}>('turn-taken')

/** A payment ended, and its transaction is committed. */
export const paymentEnded = defineMeasurement<{
  mode: string
  channel: string
  outcome: 'paid' | 'failed' | 'abandoned'
}>('payment-ended')

/** A webhook was posted. `outcome`: class of the status, such as `2xx`, or `no_answer`. */
export const webhookPosted = defineMeasurement<{ outcome: string; seconds: number }>('webhook-posted')

/** An email was given to the mail server, or could not be. */
export const emailSent = defineMeasurement<{ outcome: 'sent' | 'failed' }>('email-sent')
