import pg from 'pg'

/** Runs the callback on a connection of its own, outside of any pool. */
export async function asOneClient<T>(url: string, callback: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the running statement also fails
  await client.connect()
  try {
    return await callback(client)
  } finally {
    await client.end()
  }
}
