import { execFile, spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SqlStatement } from './list-cases.ts'
import { type LoadSample, toLoadSample } from './load.ts'

/** Path of a working pgbench, or undefined. */
export function findPgbench(): string | undefined {
  const paths = ['pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench').reverse()]
  return paths.find((path) => spawnSync(path, ['--version']).status === 0)
}

/**
 * Runs the statements in turn with pgbench for `seconds`, as the list sends them: prepared if they have a name, otherwise parsed and
 * planned each time. Scripts and logs are written to `folder`.
 */
export async function runPgbench(
  path: string,
  databaseUrl: string,
  folder: string,
  statements: SqlStatement[],
  clients: number,
  seconds: number,
): Promise<LoadSample> {
  const variables: string[] = []
  const scripts = statements.map(({ text, values }, index) => {
    for (const [position, value] of values.entries())
      variables.push('-D', `v${index}_${position + 1}=${value instanceof Date ? value.toISOString() : value}`)
    const script = join(folder, `statement-${index}.sql`)
    const sql = text.replaceAll(/\$(\d+)/g, (_, position) => `:v${index}_${position}`).replaceAll(/\s+/g, ' ')
    writeFileSync(script, `${sql};\n`)
    return ['-f', script]
  })
  const mode = statements[0]!.name ? 'prepared' : 'extended'
  const log = join(folder, 'pgbench')
  const args = ['-n', '-M', mode, '-c', String(clients), '-j', '1', '-T', String(seconds), '-l', '--log-prefix', log]
  await promisify(execFile)(path, [...args, ...variables, ...scripts.flat(), databaseUrl], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return readLogs(log, seconds)
}

/** Parses the log, which has one line per transaction: client, number, microseconds, … */
function readLogs(log: string, seconds: number): LoadSample {
  const latencies: number[] = []
  for (const file of globSync(`${log}.*`)) {
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) latencies.push(Number(line.split(' ')[2]) / 1000)
    rmSync(file)
  }
  return toLoadSample(latencies, seconds)
}
