import pg from 'pg'

/** A connection of its own, outside of any pool; not connected yet. */
export function createClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the running statement also fails
  return client
}

/** Runs the callback on a connection of its own, outside of any pool. */
export async function asOneClient<T>(url: string, callback: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url)
  await client.connect()
  try {
    return await callback(client)
  } finally {
    await client.end()
  }
}
