import type { Mode } from '@adire/contract/call.ts'
import type { ApiConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { Media } from '../files/media.ts'
import type { FileStore } from '../files/store.ts'
import type { Vault } from '../files/vault.ts'
import type { Job } from './queue.ts'
import type { QueueLimits } from './queue-workers.ts'

/** Unit of work of a job: short transactions, as in a handler `withoutTransaction`. */
export interface JobUnitOfWork {
  config: ApiConfig
  vault: Vault
  files: FileStore
  media: Media
  /** Mode of the job's business; TEST for a job without a business. */
  mode: Mode
  /** Current time; on the business clock in a job of a business. */
  now(): Date
  /** The unit of work in the mode and on the clock of one business. */
  of(merchantId: string): Promise<JobUnitOfWork>
  /** Writes a line with level error to the log, about something that a person has to look at. Undefined outside the worker. */
  logError?(message: string, details: object): void
  /** Runs one short transaction; `mode` is that of the business concerned. */
  write<T>(callback: (context: Context) => Promise<T>, mode?: Mode): Promise<T>
  /** Runs a callback that sends one statement: a transaction by itself, without begin and commit. */
  writeStatement<T>(callback: (context: Context) => Promise<T>): Promise<T>
}

/** Retries of a failed job. The pause starts at `firstPauseSeconds` and doubles, with jitter. */
export interface RetryPolicy {
  times: number
  firstPauseSeconds: number
  longestPauseSeconds: number
}

/** About three hours; a longer failure needs the operator. */
export const standardRetry: RetryPolicy = { times: 14, firstPauseSeconds: 2, longestPauseSeconds: 3600 }
/** About eight minutes; the next scheduled run does the same work. */
export const recurringRetry: RetryPolicy = { times: 8, firstPauseSeconds: 2, longestPauseSeconds: 3600 }
/** About five days, like the retry time of mail servers. */
export const mailRetry: RetryPolicy = { times: 130, firstPauseSeconds: 15, longestPauseSeconds: 3600 }

/** A job with its handler: a few lines that call one function. Jobs run at least once, so that function must be idempotent. */
export interface JobHandler<Payload = never> {
  job: Job<Payload>
  /** Schedule of a recurring job: a cron expression in UTC. The payload is then `{}`. */
  every?: string
  /**
   * Whether a missed run, because no worker was running, follows at the next start. For a recurring job that runs once a day or less often.
   */
  catchesUp?: true
  run(unitOfWork: JobUnitOfWork, payload: Payload): Promise<void>
  /** Default: `standardRetry`, or `recurringRetry` with `every`. After the last attempt the job is dead and waits for the operator. */
  retry?: RetryPolicy
  /**
   * Group of a job that waits for another machine: the business or the receiver. Such jobs are not run in batches, and the number of running
   * jobs of one group is limited, so that a slow group delays only itself.
   */
  groupOf?(payload: Payload): string
  /**
   * Of the jobs of a group that are waiting in the queue, only the first is kept, so that to take one costs the same however many were
   * enqueued. It must find by itself, when it runs, what is due. It is never changed for a queue that exists.
   */
  coalesces?: true
  /** How many of them one process runs at once; by default it depends on `every` and `groupOf`. */
  limits?: QueueLimits
}

export const jobHandler = <Payload>(definition: JobHandler<Payload>): JobHandler => definition as unknown as JobHandler
