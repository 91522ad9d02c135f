import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { ApiConfig } from '../../config.ts'
import { webDistUrl } from '../../files/paths.ts'
import { generalHeaders, hostedPageHeaders } from '../../http/policy.ts'

/** A served file with the SHA-256 of its bytes, in hex. */
export interface InventoryFile {
  path: string
  bytes: number
  sha256: string
}

type InventoryScript = InventoryFile & { purpose: string }

/** What the hosted checkout may load, and the headers of its page (PCI DSS 6.4.3 and 11.6.1). */
export interface CheckoutInventory {
  scripts: InventoryScript[]
  styles: InventoryFile[]
  fonts: InventoryFile[]
  /** The script that merchants include in their pages. */
  embedded: InventoryScript
  /** Headers of the payment page. */
  headers: Record<string, string>
}

/**
 * The inventory that the build of this version wrote (`web/build/inventory.ts`), with the headers of this configuration.
 * @throws Error when the web app has not been built
 */
export async function readInventory({ production }: Pick<ApiConfig, 'production'>): Promise<CheckoutInventory> {
  const built = JSON.parse(await readFile(new URL('checkout-inventory.json', webDistUrl), 'utf8'))
  return { ...built, headers: { ...generalHeaders(production), ...hostedPageHeaders() } }
}

/** Serves the inventory, for merchants and their assessors. */
export function serveInventory(app: FastifyInstance, config: ApiConfig): void {
  let inventory: Promise<CheckoutInventory> | undefined
  app.get('/checkout-inventory.json', async (_request, reply) => {
    inventory ??= readInventory(config)
    return reply.header('cache-control', 'no-cache').send(await inventory)
  })
}
