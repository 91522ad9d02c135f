import { isIP } from 'node:net'
import { readText } from '../read-setting.ts'

/** Where metrics for Prometheus are served, and the token that a reader must send. */
export interface MetricsSettings {
  host: string
  port: number
  token: string | undefined
}

const leastTokenLength = 16
const loopback = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * `METRICS_ADDRESS` (`127.0.0.1:9464`, `[::1]:9464`) and `METRICS_TOKEN`; undefined without an address. The metrics show how much
 * business the provider does, so an address that other machines can reach needs a token.
 * @throws Error that names the variable
 */
export function readMetricsSettings(env: NodeJS.ProcessEnv): MetricsSettings | undefined {
  const [given, token] = [readText(env, 'METRICS_ADDRESS'), readText(env, 'METRICS_TOKEN')]
  if (token !== undefined && token.length < leastTokenLength)
    throw new Error(`METRICS_TOKEN is too short; it must have at least ${leastTokenLength} characters`)
  if (given === undefined) return undefined
  const [, host = '', portText = ''] = /^\[?([^[\]]+?)\]?:(\d{1,5})$/.exec(given) ?? []
  const port = Number(portText)
  if (port > 65_535 || portText === '' || !(isIP(host) > 0 || host === 'localhost'))
    throw new Error(`METRICS_ADDRESS is "${given}"; it must be an IP address and a port, like 127.0.0.1:9464`)
  if (!loopback.has(host) && token === undefined)
    throw new Error(
      `METRICS_ADDRESS is "${given}", which other machines can reach: set METRICS_TOKEN, or use 127.0.0.1`,
    )
  return { host, port, token }
}
