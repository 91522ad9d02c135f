import type { Mode } from '@adire/contract/call.ts'
import type { ApiConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { FileStore } from '../files/store.ts'
import type { Vault } from '../files/vault.ts'
import type { Job } from './queue.ts'

/** What a job works with: short transactions of its own, as a use case in steps has. */
export interface JobUnitOfWork {
  config: ApiConfig
  vault: Vault
  files: FileStore
  /** Of the business the work is for; TEST where it is for no one business. */
  mode: Mode
  /** The present instant; in work of a business its own. */
  now(): Date
  /** The same, in the mode and the time of one business. */
  of(merchantId: string): Promise<JobUnitOfWork>
  /** One short transaction; `mode` is that of the business the work is for, TEST where none is said. */
  write<T>(callback: (context: Context) => Promise<T>, mode?: Mode): Promise<T>
}

/** How often a job that failed is attempted again. The pause doubles from `firstPauseSeconds`, a part of it by chance. */
export interface RetryPolicy {
  times: number
  firstPauseSeconds: number
  longestPauseSeconds: number
}

/** Some three hours: what fails for longer needs somebody's eyes. */
export const standardRetry: RetryPolicy = { times: 14, firstPauseSeconds: 2, longestPauseSeconds: 3600 }
/** Some eight minutes: its next run does the same work. */
export const recurringRetry: RetryPolicy = { times: 8, firstPauseSeconds: 2, longestPauseSeconds: 3600 }
/** Some five days, about as long as mail servers themselves keep what they cannot deliver. */
export const mailRetry: RetryPolicy = { times: 130, firstPauseSeconds: 15, longestPauseSeconds: 3600 }

/** A job and what it does: a few lines, one call to a use case. At least once, so the use case is idempotent. */
export interface JobHandler<Payload = never> {
  job: Job<Payload>
  /** Runs by itself too: a cron line in UTC. Its payload is then `{}`. */
  every?: string
  run(unitOfWork: JobUnitOfWork, payload: Payload): Promise<void>
  /** `standardRetry` where none is given, `recurringRetry` where it runs by itself. Then it is dead and waits for the operator. */
  retry?: RetryPolicy
  /**
   * For work that takes long, or waits on somebody else's machine: jobs of one group, a few at once, take no more than their share of the
   * places, so that one that is slow holds up nobody but itself.
   */
  groupOf?(payload: Payload): string
}

export const jobHandler = <Payload>(definition: JobHandler<Payload>): JobHandler => definition as unknown as JobHandler
