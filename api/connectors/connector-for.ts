import type { Mode } from '@adire/contract/call.ts'
import { problem } from '../http/problem.ts'
import type { Connector } from './connector.ts'
import { openSandboxConnector } from './sandbox.ts'
import { sandboxStore, type WriteTransaction } from './sandbox-store.ts'

/**
 * Connector of a mode. Test payments use only the sandbox, and the sandbox processes only test payments.
 * @throws 503 unavailable in live mode, because live payments are not open yet
 */
export function connectorFor(mode: Mode, config: { publicUrl: string }, write: WriteTransaction): Connector {
  if (mode !== 'TEST') throw problem.unavailable('Live payments are not open yet. Nothing was charged.')
  return openSandboxConnector({ store: sandboxStore(write), bankPageUrl: `${config.publicUrl}/sandbox/3ds` })
}
