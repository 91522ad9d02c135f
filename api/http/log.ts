import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination, type Logger, pino } from 'pino'
import type { ApiConfig } from '../config.ts'
import { describeError } from './describe-error.ts'

/** What waits in memory while the disk takes nothing. */
const maxFileBytes = 1024 * 1024
/** How large a file grows, how many full ones are kept, and how often that is looked at, in ms. */
const fileBytes = 50 * 1024 * 1024
const maxFiles = 4
const lookEveryMs = 60_000

/**
 * Structured logs: standard output in production, a file beside the data otherwise. What could hold a secret or a card
 * (bodies, queries, headers, addresses with access codes in them) is not handed to the logger in the first place; errors are
 * described without the values of their statements, and the redaction below is a second guard.
 */
export function openLog(config: ApiConfig): Logger {
  // Written a few lines at a time, or once a second: a line a request would cost a tenth of what the server can do.
  const buffering = { sync: false, minLength: 8192, periodicFlush: 1000, maxLength: maxFileBytes } as const
  const target = config.production
    ? destination({ ...buffering, fd: 1 })
    : destination({ ...buffering, dest: logFile(config), mode: 0o600 })
  // A full disk must not end the server: lines wait in memory up to a limit, are dropped beyond it, and written when there is room.
  target.on('error', () => {})
  if (!config.production) rotate(logFile(config), target)
  return pino(
    {
      level: config.logLevel,
      base: null,
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['password', 'token', 'cvv', 'pin', 'otp', 'answer', 'number', 'authorization'].flatMap((name) => [
          name,
          `*.${name}`,
          `*.*.${name}`,
        ]),
        censor: '[removed]',
      },
    },
    target,
  )
}

/** A file that is full becomes `adire.log.1`, that one `adire.log.2`, and the oldest goes. */
function rotate(file: string, target: ReturnType<typeof destination>): void {
  const turn = () => {
    try {
      if (statSync(file).size < fileBytes) return
      for (let fileNumber = maxFiles - 1; fileNumber >= 1; fileNumber--)
        if (existsSync(`${file}.${fileNumber}`)) renameSync(`${file}.${fileNumber}`, `${file}.${fileNumber + 1}`)
      renameSync(file, `${file}.1`)
      target.reopen()
    } catch {
      // The folder may be full or gone; the next look tries again.
    }
  }
  // Before the first look nothing is written yet, so the file may be renamed at once.
  target.once('ready', turn)
  setInterval(turn, lookEveryMs).unref()
}

function logFile(config: ApiConfig): string {
  mkdirSync(join(config.dataDir, 'log'), { recursive: true, mode: 0o700 })
  return join(config.dataDir, 'log', 'adire.log')
}
