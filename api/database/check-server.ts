import pg from 'pg'

/** Versions of PostgreSQL that the product is tested with. */
const supportedVersions = { oldest: 15, newest: 18 }

/**
 * Test connection to an external PostgreSQL, before anything is created. It sets what the connections of the pools set (`options`): a
 * connection pooler drops it, and then reads could write, and times would be in another time zone.
 * @param setting the environment variable that contains the URL
 * @throws Error that names the variable, if the server does not respond, rejects the login, has another version or drops settings
 */
export async function checkServer(url: string, setting: string, supported = supportedVersions): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    options: '-c default_transaction_read_only=on',
  })
  // The server may end the connection later; without a listener this error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; readOnly: string }>(
      `select current_setting('server_version') as version, current_setting('default_transaction_read_only') as "readOnly"`,
    )
    const { version, readOnly } = rows[0]!
    if (readOnly !== 'on') throw new Error(droppedSettings(url, setting))
    const major = Number.parseInt(version, 10)
    if (major < supported.oldest || major > supported.newest)
      throw new Error(
        `${setting} names PostgreSQL ${version}; this version of the product works with ${supported.oldest} to ${supported.newest}`,
      )
  } catch (error) {
    throw new Error(sentenceFor(error as NodeJS.ErrnoException, url, setting))
  } finally {
    await client.end().catch(() => {})
  }
}

function sentenceFor(error: NodeJS.ErrnoException & { errors?: Error[] }, url: string, setting: string): string {
  const { code } = error
  const at = parseHost(url)
  if (error.message.includes('unsupported startup parameter')) return droppedSettings(url, setting)
  switch (code) {
    case '28P01':
    case '28000':
      return `${setting}: PostgreSQL at ${at} does not accept this user and password (${code})`
    case '3D000':
      return `${setting}: PostgreSQL at ${at} has no such database (${code}). Create it first`
    case '53300':
    case '57P03':
      return `${setting}: PostgreSQL at ${at} is starting, stopping or full (${code}). Start this server again in a moment`
  }
  if (code === undefined && error.message.startsWith(setting)) return error.message
  return `${setting}: PostgreSQL at ${at} does not answer (${code ?? error.message}). Start it, or correct ${setting}`
}

const droppedSettings = (url: string, setting: string): string =>
  `${setting}: PostgreSQL at ${parseHost(url)} does not apply the settings of a connection. ` +
  `A connection pooler such as PgBouncer, or "options" in ${setting}, is in the way: name the server itself, without "options"`

/** Host and port for messages, without the password. */
function parseHost(url: string): string {
  const { hostname, port, searchParams } = new URL(url)
  return searchParams.get('host') ?? `${hostname || 'localhost'}:${port || 5432}`
}
