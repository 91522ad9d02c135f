import { BlockList, isIPv4 } from 'node:net'

const buildBlockList = (type: 'ipv4' | 'ipv6', subnets: readonly string[]) => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address, bits] = subnet.split('/') as [string, string]
    list.addSubnet(address, Number(bits), type)
  }
  return list
}

/**
 * IPv4 networks reserved for special use: this network, private, carrier-grade NAT, link-local (also used by cloud metadata
 * services), documentation, benchmarks, multicast, reserved.
 */
const specialV4 = buildBlockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
/** Global unicast IPv6 addresses. Everything else (mapped, translated, unique local, link-local, multicast) is not public. */
const globalV6 = buildBlockList('ipv6', ['2000::/3'])
/**
 * Special networks inside global unicast: protocol use and Teredo, documentation, 6to4, AS112. Some of them embed an IPv4
 * address.
 */
const specialV6 = buildBlockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'])

const loopbackV4 = buildBlockList('ipv4', ['127.0.0.0/8'])

/** Whether a resolved IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4')
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

/** Whether the address is of this machine. */
export const isLoopback = (address: string): boolean =>
  isIPv4(address) ? loopbackV4.check(address, 'ipv4') : address === '::1'
