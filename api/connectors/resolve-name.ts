import { promises as dns, type LookupAddress } from 'node:dns'
import { setTimeout as pause } from 'node:timers/promises'

/** How long the name servers have for their first answer, in ms; then they are asked again. */
const firstAnswerMs = 1500
/** How long they have in all, in ms. */
const answerMs = 4000
/** How long a name that has IPv4 addresses waits for its IPv6 addresses, in ms: some name servers never answer for them. */
const otherFamilyMs = 300

/** Whether a name means this machine. */
export const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/**
 * Addresses of a host name that a merchant chose. Asks the name servers by itself (c-ares): a lookup by the system takes one of the four
 * threads that Node has for files, password hashes and the names of processors, and keeps it until its own timeout, so that one name
 * whose servers do not answer would delay all of them. The hosts file counts only for names of this machine. `servers` replaces the
 * name servers of the system.
 * @throws an error with the code of `node:dns` if the name has no address or its servers do not answer
 */
export async function resolveName(host: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  if (isLocalName(host)) return dns.lookup(host, { all: true, verbatim: true })
  // A new one each time, because it reads the system's name servers only when it is created.
  const resolver = new dns.Resolver({ timeout: firstAnswerMs })
  if (servers) resolver.setServers(servers)
  const timer = setTimeout(() => resolver.cancel(), answerMs)
  try {
    return await resolveBoth(resolver, host)
  } finally {
    clearTimeout(timer)
    resolver.cancel()
  }
}

async function resolveBoth(resolver: dns.Resolver, host: string): Promise<LookupAddress[]> {
  const version6 = resolver.resolve6(host).catch(() => [])
  const version4 = await resolver.resolve4(host).catch(async (error: Error) => {
    if ((await version6).length === 0) throw error
    return []
  })
  const waited = version4.length === 0 ? await version6 : await Promise.race([version6, pause(otherFamilyMs, [])])
  return [...version4.map((address) => ({ address, family: 4 })), ...waited.map((address) => ({ address, family: 6 }))]
}
