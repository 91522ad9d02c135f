import type { Mode } from '@adire/contract/call.ts'
import { problem } from '../http/problem.ts'
import type { Connector } from './connector.ts'
import { sandbox } from './sandbox.ts'
import { sandboxStore, type Write } from './sandbox-store.ts'

/** Who carries a mode's payments. Test money only ever meets the sandbox, and the sandbox only test money. */
export function connectorFor(mode: Mode, config: { publicUrl: string }, write: Write): Connector {
  if (mode !== 'TEST') throw problem.unavailable('Live payments are not open yet. Nothing was charged.')
  return sandbox({ store: sandboxStore(write), bankPageUrl: `${config.publicUrl}/sandbox/3ds` })
}
