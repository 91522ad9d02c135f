import * as z from 'zod/mini'

const address = z.union([z.ipv4(), z.ipv6()])
const network = z.union([z.cidrv4(), z.cidrv6()])

/** Whether a text is an IP address, or a network in CIDR notation: `102.89.0.4`, `102.89.0.0/16`, `2c0f:f5c0::/32`. */
export const isNetwork = (text: string) => address.safeParse(text).success || network.safeParse(text).success
