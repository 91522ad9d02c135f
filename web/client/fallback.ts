import type { Endpoint } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { register } from '@adire/contract/registration.ts'

/** Message of a failed call for which the server sent none, by the kind of call (section 8 of the specification). The servers of
 * collections and settlements serve payments and settlements only. */
export function fallbackMessage({ server, path }: Pick<Endpoint, 'server' | 'path'>): string {
  if (server !== 'core') return messages.wentWrong
  const [area] = path.split('/')
  if (area === 'subscribe') return messages.wentWrong
  if (area === 'plans') return messages.plansFailed
  return path === register.path ? messages.network : messages.tryAgainLater
}
