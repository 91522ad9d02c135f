import type pg from 'pg'

/** Small tables that are copied to every server, because rows of many businesses, or of tables on the coordinator, are joined to them. */
const referenceTables = [
  ...['merchants', 'users', 'staff', 'passkeys', 'holidays'],
  // A live business has those of its test business.
  ...['approval_rules', 'business_restrictions', 'custom_roles', 'go_live_requests', 'prices'],
  // Joined to the outbox.
  'test_clocks',
]

/** Tables on the coordinator that a statement joins to a copied one before it changes them: Citus would send it to a worker. */
const knownLocalTables = ['outbox']

export interface Distribution {
  distributed: string[]
  references: string[]
  /** Tables that stay on the coordinator, each with the reason. */
  local: Map<string, string>
  /** Foreign keys that the cluster cannot have. */
  lostForeignKeys: string[]
}

/** Distributes a migrated database: each table whose unique keys all contain `merchant_id`, by it. */
export async function distributeTables(client: pg.Client): Promise<Distribution> {
  const result: Distribution = { distributed: [], references: [], local: new Map(), lostForeignKeys: [] }
  const foreignKeys = await dropForeignKeys(client)
  for (const table of referenceTables)
    await attempt(client, `select create_reference_table('${table}')`, {
      done: () => result.references.push(table),
      rejected: (reason) => result.local.set(table, reason),
    })
  for (const table of await listTables(client)) {
    if (result.references.includes(table)) continue
    const reason = await findReasonToStay(client, table)
    if (reason !== undefined) {
      result.local.set(table, reason)
      continue
    }
    await attempt(client, `select create_distributed_table('${table}', 'merchant_id', colocate_with => $1)`, {
      values: [result.distributed[0] ?? 'none'],
      done: () => result.distributed.push(table),
      rejected: (error) => result.local.set(table, error),
    })
  }
  for (const table of knownLocalTables) await client.query('select citus_add_local_table_to_metadata($1)', [table])
  for (const { table, name, definition } of foreignKeys)
    await attempt(client, `alter table ${table} add constraint ${name} ${definition}`, {
      rejected: (reason) => result.lostForeignKeys.push(`${table} ${definition}: ${reason}`),
    })
  return result
}

/** Why a table stays on the coordinator; undefined if it can be distributed. */
async function findReasonToStay(client: pg.Client, table: string): Promise<string | undefined> {
  const { rows } = await client.query<{ columns: string[] }>(
    `select array(
       select coalesce(attname, '(expression)') from unnest(indkey[0:indnkeyatts - 1]::int2[]) with ordinality as key (number, place)
       left join pg_attribute on attrelid = indrelid and attnum = key.number order by place
     )::text[] as columns
     from pg_index where indrelid = $1::regclass and indisunique order by indexrelid`,
    [table],
  )
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = $1::regclass and attname = 'merchant_id' and not attisdropped`,
    [table],
  )
  if (rowCount === 0) return 'no merchant_id'
  const inTheWay = rows.filter(({ columns }) => !columns.includes('merchant_id'))
  if (inTheWay.length === 0) return undefined
  return `unique without merchant_id: ${inTheWay.map(({ columns }) => columns.join(', ')).join('; ')}`
}

interface Attempt {
  values?: unknown[]
  done?: () => void
  rejected: (reason: string) => void
}

async function attempt(client: pg.Client, text: string, { values, done, rejected }: Attempt): Promise<void> {
  try {
    await client.query(text, values)
  } catch (error) {
    return rejected((error as Error).message)
  }
  done?.()
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  return rows.map(({ name }) => name)
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Citus does not distribute a table while a foreign key connects it with a local one. They are created again afterwards. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}
