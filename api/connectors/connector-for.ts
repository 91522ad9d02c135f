import type { Mode } from '@adire/contract/call.ts'
import { problem } from '../http/problem.ts'
import type { Connector } from './connector.ts'
import { openSandboxConnector } from './sandbox.ts'
import { sandboxStore, type WriteTransaction } from './sandbox-store.ts'

/** Who carries a mode's payments. Test money only ever meets the sandbox, and the sandbox only test money. */
export function connectorFor(mode: Mode, config: { publicUrl: string }, write: WriteTransaction): Connector {
  if (mode !== 'TEST') throw problem.unavailable('Live payments are not open yet. Nothing was charged.')
  return openSandboxConnector({ store: sandboxStore(write), bankPageUrl: `${config.publicUrl}/sandbox/3ds` })
}
