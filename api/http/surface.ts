import type { Mode } from '@adire/contract/call.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import type { Runtime } from '../runtime.ts'
import { type ApiCaller, type Credentials, identifyCaller } from './identify.ts'

/** Where a route is served: the URL before its path, and how its caller is identified. */
export interface Surface {
  /** `/test/core` */
  prefix: string
  mode: Mode
  identify(endpoint: Endpoint, credentials: Credentials): Promise<ApiCaller>
}

/** The server of merchants that an endpoint belongs to, in one mode. */
export const merchantSurface = (runtime: Runtime, mode: Mode, server: string): Surface => ({
  prefix: `/${mode.toLowerCase()}/${server}`,
  mode,
  identify: (endpoint, credentials) => identifyCaller(runtime, mode, endpoint, credentials),
})
