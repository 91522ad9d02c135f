// Starts the servers of a cluster of Citus, for tests and benchmarks.
import { freePort } from './free-port.mjs'
import { startServer } from './postgres-server.mjs'

const settings = [
  'shared_preload_libraries=citus',
  'listen_addresses=127.0.0.1',
  'max_connections=500',
  'max_prepared_transactions=500',
  // Each database has a process of Citus.
  'max_worker_processes=200',
  'citus.node_conninfo=sslmode=disable',
  // Citus opens connections between the servers without the settings of the product's.
  'jit=off',
  'pg_trgm.word_similarity_threshold=0.4',
  // The triggers of persons to search write rows of the same business, so on the same server.
  'citus.enable_unsafe_triggers=on',
]

/**
 * Starts a coordinator and two workers that do not know each other yet.
 * @param folder with `initdb` and `postgres` of a PostgreSQL in which Citus is installed
 * @param more settings; later ones win
 * @returns the servers, the coordinator first, each with the URL of its database `postgres`
 */
export async function startCitusServers(folder, more = []) {
  const servers = []
  for (const _ of ['coordinator', 'worker', 'worker']) {
    const port = await freePort()
    const server = await startServer(folder, [...settings, `port=${port}`, ...more])
    servers.push({ ...server, url: `postgres://adire@127.0.0.1:${port}/postgres?sslmode=disable` })
  }
  return servers
}
