import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination, type Logger, pino } from 'pino'
import type { ApiConfig } from '../config.ts'
import { describeError } from './describe-error.ts'
import { secretNames } from './redact.ts'

/** Log lines buffered in memory while the disk is full, in bytes. */
const maxBufferBytes = 1024 * 1024
/** Log rotation: maximum file size in bytes, number of full files kept, and check interval in ms. */
const maxFileBytes = 50 * 1024 * 1024
const maxFiles = 4
const lookEveryMs = 60_000

/**
 * The structured log: standard output in production, a file in the data directory otherwise. Data that could hold a secret
 * or a card number (bodies, queries, headers, URLs with access codes) is never passed to the logger; errors are described
 * without the values of their statements. The redaction below is a second guard.
 */
export function openLog(config: ApiConfig): Logger {
  // Buffered: written when 8 KB are full or once a second. A write per line would cost a tenth of the throughput.
  const buffering = { sync: false, minLength: 8192, periodicFlush: 1000, maxLength: maxBufferBytes } as const
  const target = config.production
    ? destination({ ...buffering, fd: 1 })
    : destination({ ...buffering, dest: logFile(config), mode: 0o600 })
  // A full disk must not stop the server: lines are buffered up to a limit, dropped beyond it, and written when there is space.
  target.on('error', () => {})
  if (!config.production) rotateLog(logFile(config), target)
  return pino(
    {
      level: config.logLevel,
      base: null,
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        // `number` is that of a card.
        paths: [...secretNames, 'number'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[removed]',
      },
    },
    target,
  )
}

/** Rotates a full file: it becomes `adire.log.1`, that one `adire.log.2`, and so on; the oldest is deleted. */
function rotateLog(file: string, target: ReturnType<typeof destination>): void {
  const turn = () => {
    try {
      if (statSync(file).size < maxFileBytes) return
      for (let fileNumber = maxFiles - 1; fileNumber >= 1; fileNumber--)
        if (existsSync(`${file}.${fileNumber}`)) renameSync(`${file}.${fileNumber}`, `${file}.${fileNumber + 1}`)
      renameSync(file, `${file}.1`)
      target.reopen()
    } catch {
      // The folder may be full or missing; the next check tries again.
    }
  }
  // Nothing is written before the first check, so the file may be renamed at once.
  target.once('ready', turn)
  setInterval(turn, lookEveryMs).unref()
}

function logFile(config: ApiConfig): string {
  mkdirSync(join(config.dataDir, 'log'), { recursive: true, mode: 0o700 })
  return join(config.dataDir, 'log', 'adire.log')
}
