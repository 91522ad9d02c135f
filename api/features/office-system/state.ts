import { processGoneAfterMs } from '@adire/contract/back-office/system.ts'
import type { SystemAlert, SystemProcess } from '@adire/contract/back-office/system-schemas.ts'
import type { ChannelHealth } from '@adire/contract/channel-health-schemas.ts'
import { desc, eq } from 'drizzle-orm'
import { configuredProcessors } from '../../connectors/connector-for.ts'
import { processorName } from '../../connectors/processors.ts'
import type { StaffContext } from '../../context.ts'
import { lateAfterSeconds, type QueueStatus, readQueueStatus } from '../../jobs/queue-status.ts'
import { loadChannelHealth } from '../channel-health/health.ts'
import { findCheckoutState } from '../checkout-integrity/check.ts'
import { processes } from '../processes/tables.ts'
import { reconciliationItems } from '../reconciliation/tables.ts'
import { riskAlerts } from '../risk/tables.ts'

/** Jobs, processes, processors and channels, and what a person should do about them. */
export async function getSystemStateHandler(context: StaffContext) {
  const { tx, realNow, config } = context
  const jobs = await readQueueStatus(context.tx, context.realNow)
  const checkout = await findCheckoutState(tx)
  const channels = await loadChannelHealth(tx, { mode: 'LIVE' }, realNow)
  const running = await listProcesses(context)
  const counts = {
    reconciliation: await tx.$count(reconciliationItems, eq(reconciliationItems.status, 'open')),
    risk: await tx.$count(riskAlerts, eq(riskAlerts.status, 'open')),
  }
  const failing = countFailing(channels)
  return {
    alerts: listAlerts({ jobs, checkout, failing, running, ...counts }),
    jobs,
    checkout,
    processors: configuredProcessors(config).map(processorName),
    channels,
    processes: running,
    database: await readDatabase(context),
  }
}

/** Channels that fail as a whole, and those that fail at a processor only. */
function countFailing(health: readonly ChannelHealth[]) {
  const all = health.filter(({ state }) => state === 'failing')
  const whole = all.filter(({ processor, bank }) => processor === null && bank === null).map(({ channel }) => channel)
  const atProcessors = all.filter(({ processor, channel }) => processor !== null && !whole.includes(channel)).length
  return { channels: whole.length, atProcessors }
}

async function listProcesses({ tx, realNow }: StaffContext): Promise<SystemProcess[]> {
  const rows = await tx.select().from(processes).orderBy(desc(processes.startedAt)).limit(100)
  return rows.map(({ startedAt, seenAt, ...process }) => ({
    ...process,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isGone: realNow.getTime() - seenAt.getTime() > processGoneAfterMs,
  }))
}

async function readDatabase({ tx }: StaffContext) {
  const { rows } = await tx.$client.query<{ version: string; sizeBytes: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::bigint as "sizeBytes"`,
  )
  return rows[0]!
}

interface Found {
  jobs: QueueStatus
  checkout: string
  failing: ReturnType<typeof countFailing>
  running: readonly SystemProcess[]
  reconciliation: number
  risk: number
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function listAlerts({ jobs, checkout, failing, running, reconciliation, risk }: Found): SystemAlert[] {
  const alerts: (SystemAlert | false)[] = [
    jobs.oldestDueSeconds > lateAfterSeconds && {
      title: 'Background jobs are late',
      text: `The oldest job that is due has waited ${counted(Math.round(jobs.oldestDueSeconds / 60), 'minute', 'minutes')}. Look at the log of the processes.`,
      level: 'danger',
      path: '/system/jobs',
    },
    jobs.dead + jobs.quarantined > 0 && {
      title: counted(jobs.dead + jobs.quarantined, 'job has failed for good', 'jobs have failed for good'),
      text: 'They are not attempted again until somebody retries or discards them.',
      level: 'warning',
      path: '/system/jobs',
    },
    checkout === 'changed' && {
      title: 'The checkout differs from its inventory',
      text: 'A script or a header that payers get was not part of the build. Run "npm run operator -- checkout list".',
      level: 'danger',
      path: null,
    },
    failing.channels > 0 && {
      title: counted(failing.channels, 'payment channel fails', 'payment channels fail'),
      text: 'Most payments of the last 15 minutes failed there. Payers are offered the other channels first.',
      level: 'danger',
      path: null,
    },
    failing.atProcessors > 0 && {
      title: counted(failing.atProcessors, 'channel fails at a processor', 'channels fail at a processor'),
      text: 'It is called last there until it recovers. At other processors the channel works.',
      level: 'warning',
      path: null,
    },
    running.some(({ isGone }) => isGone) && {
      title: 'A process is silent',
      text: 'It ended without saying so, or it cannot reach the database.',
      level: 'warning',
      path: null,
    },
    new Set(running.filter(({ isGone }) => !isGone).map(({ version }) => version)).size > 1 && {
      title: 'Processes run different versions',
      text: 'That is expected while a new version is deployed, and for no longer.',
      level: 'warning',
      path: null,
    },
    reconciliation > 0 && {
      title: counted(reconciliation, 'discrepancy is open', 'discrepancies are open'),
      text: 'The ledger and the processors or the bank do not agree on them.',
      level: 'warning',
      path: '/money/reconciliation',
    },
    risk > 0 && {
      title: counted(risk, 'risk alert is open', 'risk alerts are open'),
      text: 'Look at each, and record what was done.',
      level: 'warning',
      path: '/risk',
    },
  ]
  return alerts.filter((alert) => alert !== false)
}
