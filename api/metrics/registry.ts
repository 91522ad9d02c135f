import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readClockOffset } from '../database/clock.ts'
import { jobHandlers } from '../jobs/schedule.ts'
import type { Runtime } from '../runtime.ts'
import {
  connectionTaken,
  emailSent,
  jobRan,
  paymentEnded,
  processorCalled,
  requestAnswered,
  turnTaken,
  webhookPosted,
} from './measurements.ts'
import { endpointKinds, isArchiveFailing, readLedgerDifference, readSharedState, type SharedState } from './state.ts'

/** How long shared state is reused, in ms: each process is read by itself, and some by two Prometheus servers. */
const reusedMs = 5_000
/** The same for the archive, and for the difference of the ledger, which reads all snapshots. */
const ledgerReusedMs = 60_000

/** Limits of the buckets of durations, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const waitBuckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 30, 300]

export interface MetricsRegistry {
  contentType: string
  /** All metrics in Prometheus' text format. */
  write(): Promise<string>
  /** Stops measuring. */
  close(): void
}

type Stop = () => void

/**
 * Starts to measure. No label has values that a caller can
 * choose. Shared state is the same in every process: use `max`, not `sum`, for it.
 */
export function openRegistry(runtime: Runtime): MetricsRegistry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const stops = [countRequests(registry), countPayments(registry), countWork(registry)].flat()
  const setShared = gaugeSharedState(registry, runtime)
  const setPools = gaugePools(registry, runtime)
  return {
    contentType: registry.contentType,
    async write() {
      setPools()
      await setShared()
      return registry.metrics()
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

function countRequests(registry: Registry): Stop[] {
  const registers = [registry]
  const requests = new Counter({
    name: 'adire_http_requests_total',
    help: 'Requests answered, by method, route (its pattern) and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'adire_http_request_duration_seconds',
    help: 'Time to answer a request, without event streams',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers,
  })
  const stop = requestAnswered.read(({ method, route, status, seconds }) => {
    requests.inc({ method, route, status })
    if (seconds !== undefined) duration.observe({ method, route }, seconds)
  })
  return [stop]
}

function countPayments(registry: Registry): Stop[] {
  const registers = [registry]
  const payments = new Counter({
    name: 'adire_payments_total',
    help: 'Payments that ended, by mode, channel and outcome (paid, failed, abandoned)',
    labelNames: ['mode', 'channel', 'outcome'],
    registers,
  })
  const calls = new Histogram({
    name: 'adire_processor_call_duration_seconds',
    help: 'Calls to processors, by call and outcome; rejected: nothing was done; no_answer: the result is unknown',
    labelNames: ['processor', 'call', 'outcome'],
    buckets: callBuckets,
    registers,
  })
  const turns = new Histogram({
    name: 'adire_processor_turn_wait_seconds',
    help: 'Wait of requests for the limit of a processor, by caller (payer, job), fair share of the business (within, over) and outcome (sent, not_sent)',
    labelNames: ['processor', 'caller', 'fair_share', 'outcome'],
    buckets: waitBuckets,
    registers,
  })
  return [
    turnTaken.read(({ seconds, processor, caller, fairShare, outcome }) =>
      turns.observe({ processor, caller, fair_share: fairShare, outcome }, seconds),
    ),
    paymentEnded.read((labels) => payments.inc(labels)),
    processorCalled.read(({ seconds, ...labels }) => calls.observe(labels, seconds)),
  ]
}

/** Jobs, webhooks, emails and waits for database connections. Prometheus sets the label `job` itself, so ours is `job_name`. */
function countWork(registry: Registry): Stop[] {
  const registers = [registry]
  const jobs = new Histogram({
    name: 'adire_job_duration_seconds',
    help: 'Runs of background jobs, by job and outcome (completed, failed)',
    labelNames: ['job_name', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  // An alert asks for its increase, which needs a value before the first failure.
  jobs.zero({ job_name: 'check-ledger', outcome: 'failed' })
  const webhooks = new Histogram({
    name: 'adire_webhook_post_duration_seconds',
    help: 'Webhooks posted to merchants, by class of the status, or no_answer',
    labelNames: ['outcome'],
    buckets: callBuckets,
    registers,
  })
  const emails = new Counter({
    name: 'adire_emails_total',
    help: 'Emails given to the mail server (sent), or not accepted by it (failed)',
    labelNames: ['outcome'],
    registers,
  })
  const waits = new Histogram({
    name: 'adire_database_connection_wait_seconds',
    help: 'Wait for a connection of a pool',
    labelNames: ['pool'],
    buckets: waitBuckets,
    registers,
  })
  const failures = new Counter({
    name: 'adire_database_connection_failures_total',
    help: 'Connections of a pool that could not be had',
    labelNames: ['pool'],
    registers,
  })
  return [
    jobRan.read(({ job, outcome, seconds }) => jobs.observe({ job_name: job, outcome }, seconds)),
    webhookPosted.read(({ seconds, outcome }) => webhooks.observe({ outcome }, seconds)),
    emailSent.read((labels) => emails.inc(labels)),
    connectionTaken.read(({ pool, seconds, isTaken }) => {
      waits.observe({ pool }, seconds)
      if (!isTaken) failures.inc({ pool })
    }),
  ]
}

function gaugePools(registry: Registry, { database }: Runtime): () => void {
  const connections = new Gauge({
    name: 'adire_database_connections',
    help: 'Connections of a pool: busy, idle, and callers waiting for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
  })
  return () => {
    for (const { name: pool, total, idle, waiting } of database.poolStates()) {
      connections.set({ pool, state: 'busy' }, total - idle)
      connections.set({ pool, state: 'idle' }, idle)
      connections.set({ pool, state: 'waiting' }, waiting)
    }
  }
}

/** Gauges of what all processes share. What cannot be read has no value, rather than an old one. */
function gaugeSharedState(registry: Registry, { database, clock }: Runtime): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('adire_database_up', 'Whether the database answers (1 or 0)')
  const due = gauge('adire_jobs_due', 'Due jobs that have not started, by job', ['job_name'])
  const oldest = gauge('adire_jobs_oldest_due_seconds', 'Age of the oldest due job that has not started')
  const oldestOfIdleGroups = gauge(
    'adire_jobs_idle_group_oldest_due_seconds',
    'Age of the oldest due job that calls a processor or receiver, without those of which another of the same business or receiver runs',
  )
  const failed = gauge(
    'adire_jobs_failed',
    'Jobs that wait for the operator: dead (failed at their last attempt) or quarantined',
    ['state'],
  )
  const difference = gauge('adire_ledger_difference_kobo', 'Sum of all balances of the ledger, in kobo; must be 0')
  const archive = gauge(
    'adire_database_archive_failing',
    'Whether PostgreSQL fails to archive its write-ahead log (1 or 0)',
  )
  const offset = gauge(
    'adire_clock_offset_seconds',
    'How far the clock of this process is ahead of that of the database',
  )
  const readState = reuse(reusedMs, () =>
    database.readPrimary(async (tx) => ({
      ...(await readSharedState(tx, clock())),
      clockOffsetMs: await readClockOffset(tx),
    })),
  )
  const readDifference = reuse(ledgerReusedMs, () => database.readPrimary(readLedgerDifference))
  const readArchive = reuse(ledgerReusedMs, () => database.readPrimary(isArchiveFailing))
  const setWebhooks = gaugeWebhooks(registry)
  // Gauges change without a wait in between: another request may be writing them.
  const setQueue = async () => {
    const state = await readState().catch(() => undefined)
    up.set(Number(state !== undefined))
    due.reset()
    failed.reset()
    oldest.remove()
    oldestOfIdleGroups.remove()
    offset.remove()
    setWebhooks(state)
    if (!state) return
    for (const { job } of jobHandlers) due.set({ job_name: job.name }, 0)
    for (const [job, jobs] of state.due) due.set({ job_name: job }, jobs)
    oldest.set(state.oldestDueSeconds)
    oldestOfIdleGroups.set(state.idleGroupsSeconds)
    offset.set(state.clockOffsetMs / 1000)
    failed.set({ state: 'dead' }, state.dead)
    failed.set({ state: 'quarantined' }, state.quarantined)
  }
  const setLedger = async () => {
    const kobo = await readDifference().catch(() => undefined)
    const isFailing = await readArchive().catch(() => undefined)
    difference.remove()
    archive.remove()
    if (kobo !== undefined) difference.set(kobo)
    if (isFailing !== undefined) archive.set(Number(isFailing))
  }
  return async () => void (await Promise.all([setQueue(), setLedger()]))
}

/** Due deliveries of webhooks; without a state they have no value. */
function gaugeWebhooks(registry: Registry): (state: SharedState | undefined) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['endpoint'], registers: [registry] })
  const due = gauge(
    'adire_webhooks_due',
    'Deliveries of webhooks that are due and have not ended, by endpoint: slow (its last answer was late or did not come) or other',
  )
  const oldest = gauge('adire_webhooks_oldest_due_seconds', 'How long the oldest of these deliveries has been due')
  return (state) => {
    due.reset()
    oldest.reset()
    if (!state) return
    for (const endpoint of endpointKinds) {
      const { deliveries, oldestSeconds } = state.webhooks[endpoint]
      due.set({ endpoint }, deliveries)
      oldest.set({ endpoint }, oldestSeconds)
    }
  }
}

/** Reuses a result for `forMs`; an error is not reused. */
function reuse<T>(forMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { atMs: number; result: Promise<T> } | undefined
  return () => {
    if (last && performance.now() - last.atMs < forMs) return last.result
    const result = read()
    last = { atMs: performance.now(), result }
    result.catch(() => {
      last = undefined
    })
    return result
  }
}
