import { readAddress, readText } from '../read-setting.ts'

/** Where traces are sent, and which part of them. */
export interface TracingSettings {
  /** Address of an OTLP receiver over HTTP, without the path. */
  endpoint: string
  /** 0 to 1. */
  ratio: number
}

/**
 * `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_TRACES_SAMPLER_ARG`; undefined without an address. The exporter reads
 * `OTEL_EXPORTER_OTLP_HEADERS` itself.
 * @throws Error that names the variable
 */
export function readTracingSettings(env: NodeJS.ProcessEnv): TracingSettings | undefined {
  const endpoint = readAddress(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.replace(/\/$/, '')
  const given = readText(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1'
  const ratio = Number(given)
  if (!(ratio >= 0 && ratio <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG is "${given}"; it must be a number from 0 to 1`)
  return endpoint === undefined ? undefined : { endpoint, ratio }
}
