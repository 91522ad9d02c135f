import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { startEmbedded } from '../database/embedded.ts'
import { findCluster } from '../database/embedded-account.ts'
import { asOneClient } from '../database/one-client.ts'
import { atEnd } from './at-end.ts'

const run = promisify(execFile)

/** A primary and a streaming replica, both new; stopped after the test. */
export async function primaryWithReplica(t: TestContext) {
  const folder = () => mkdtemp(join(tmpdir(), 'adire-replica-'))
  const [primaryDir, replicaDir] = [await folder(), await folder()]
  const primary = await startEmbedded({ dataDir: primaryDir })
  await copyCluster(primary.url, primaryDir, replicaDir)
  const replica = await startEmbedded({ dataDir: replicaDir })
  atEnd(t, async () => {
    await replica.stop()
    await primary.stop()
    for (const dir of [primaryDir, replicaDir]) await rm(dir, { recursive: true, force: true })
  })
  return {
    url: primary.url,
    replicaUrl: replica.url,
    stopReplica: replica.stop,
    onReplica: (text: string) => asOneClient(replica.url, (client) => client.query(text)),
  }
}

/** Makes a standby of the primary: copies its data files between the start and the end of a backup, as `pg_basebackup` does. */
export async function copyCluster(url: string, fromDir: string, toDir: string): Promise<void> {
  const [from, to] = [await findCluster(fromDir), await findCluster(toDir)]
  const label = await asOneClient(url, async (client) => {
    await client.query("select pg_backup_start('replica', fast => true)")
    await run('cp', ['-a', join(from.dir, 'data'), join(to.dir, 'data')])
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    return rows[0]!.label
  })
  const data = join(to.dir, 'data')
  await writeFile(join(data, 'backup_label'), label)
  await writeFile(join(data, 'standby.signal'), '')
  const address = new URL(url)
  const host = address.searchParams.get('host')!
  const conninfo = `host=${host} port=5432 user=${address.username} password=${address.password} application_name=replica`
  await appendFile(join(data, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`)
  await rm(join(data, 'postmaster.pid'), { force: true })
  await run('chown', ['-R', `${to.account.uid}:${to.account.gid}`, data])
}
