import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { destination, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { describeError } from './describe-error.ts'

/**
 * Structured logs: standard output in production, a file beside the data otherwise. What could hold a secret or a card
 * (bodies, queries, headers, addresses with access codes in them) is not handed to the logger in the first place; errors are
 * described without the values of their statements, and the redaction below is a second guard.
 */
export function openLog(config: Config): Logger {
  // Written a few lines at a time, or once a second: a line a request would cost a tenth of what the server can do.
  const target = config.production
    ? destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: 1000 })
    : destination({ dest: logFile(config), mode: 0o600, sync: false, minLength: 8192, periodicFlush: 1000 })
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

function logFile(config: Config): string {
  mkdirSync(join(config.dataDir, 'log'), { recursive: true, mode: 0o700 })
  return join(config.dataDir, 'log', 'adire.log')
}
