import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs } from '@adire/contract/durations.ts'
import { buildDatabaseUrl } from '../database/embedded.ts'
import type { Cluster } from '../database/embedded-account.ts'
import { findBinaries } from '../database/embedded-binaries.ts'
import { hasEnded, launchOrAdopt, stopServer, whyItEnded } from '../database/embedded-launch.ts'
import { asOneClient } from '../database/one-client.ts'

/** The WAL between the start and the end of a base backup may be long. */
const readyTimeoutMs = 2 * hourMs

interface Recovery {
  until: Date | undefined
  backupDir: string | undefined
  print(line: string): void
}

/**
 * Runs the server until it has read the WAL up to the instant. Returns the time of the last transaction.
 * @throws Error with a message if the WAL ends before the instant
 */
export async function recoverCluster(cluster: Cluster, recovery: Recovery): Promise<Date | undefined> {
  const { until, backupDir, print } = recovery
  const url = buildDatabaseUrl(cluster)
  const binaries = await findBinaries(cluster, print)
  const server = await launchOrAdopt({ cluster, binaries, url, print, backupDir, readyTimeoutMs }).catch((error) => {
    throw explainFailure(`${error}\n${whyItEnded(cluster)}`, until)
  })
  try {
    while (await isRecovering(url)) {
      if (server.child && hasEnded(server.child)) throw explainFailure(whyItEnded(cluster), until)
      await sleep(100)
    }
    return await finishRecovery(url)
  } finally {
    await stopServer(server)
  }
}

/** A server that does not answer is about to end, or to accept writes. */
const isRecovering = (url: string): Promise<boolean> =>
  asOneClient(url, async (client) => {
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    return rows[0]!.recovering
  }).catch(() => true)

/** Removes the settings of the restore. */
function finishRecovery(url: string): Promise<Date | undefined> {
  return asOneClient(url, async (client) => {
    for (const name of [
      'restore_command',
      'recovery_target_timeline',
      'recovery_target_action',
      'recovery_target_time',
    ])
      await client.query(`alter system reset ${name}`)
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return rows[0]!.at ?? undefined
  })
}

function explainFailure(log: string, until: Date | undefined): Error {
  if (until && log.includes('recovery ended before configured recovery target was reached'))
    return new Error(
      `The archived WAL has no transaction at or after ${until.toISOString()}: choose an earlier instant, or leave out --until to restore all of it`,
    )
  return new Error(`The database could not be restored: ${log}`)
}
