import { asOneClient } from '../../database/one-client.ts'
import { databaseUrl } from '../database.ts'

/**
 * Creates a database on a coordinator and its workers, and connects them.
 * @param nodes URLs of the new database on each server, the coordinator first
 */
export async function createOnNodes(nodes: readonly string[]): Promise<void> {
  for (const node of nodes) {
    await asOneClient(databaseUrl(node, 'postgres'), async (client) => {
      // Citus ends its own process in a database that is dropped, if it is also in `postgres`.
      await client.query('create extension if not exists citus')
      await client.query(`create database ${new URL(node).pathname.slice(1)}`)
    })
    await asOneClient(node, (client) => client.query('create extension citus'))
  }
  const [coordinator, ...workers] = nodes.map((node) => new URL(node))
  await asOneClient(nodes[0]!, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator!.hostname, coordinator!.port])
    for (const { hostname, port } of workers) await client.query('select citus_add_node($1, $2)', [hostname, port])
  })
}
