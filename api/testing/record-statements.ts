import pg from 'pg'

/** The statements that an action sends to a database, in order. */
export async function recordStatements(databaseUrl: string, act: () => Promise<unknown>): Promise<string[]> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const sent: string[] = []
  const { prototype } = pg.Client
  const query = prototype.query
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    if (this.database === name) sent.push(typeof first === 'string' ? first : (first as pg.QueryConfig).text)
    return Reflect.apply(query, this, given)
  } as never
  try {
    await act()
  } finally {
    prototype.query = query
  }
  return sent
}
