import type { Mode } from '@adire/contract/call.ts'
import { problem } from '../../http/problem.ts'

/**
 * Rejects what is for test businesses only.
 * @throws 403 forbidden in live mode
 */
export function requireTestMode(
  { mode }: { mode: Mode },
  message = 'Outcomes can be simulated in Test Mode only',
): void {
  if (mode !== 'TEST') throw problem.forbidden(message)
}
