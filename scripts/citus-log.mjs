// Reads the log of a coordinator for `npm run prove:citus`: errors by cause, and statements that asked all servers.

/** Errors that tests provoke on any PostgreSQL: violated keys, timeouts, ended connections. */
const expected = /^(23|57|08|40|25006|55P03|25P02|3D000)/

/**
 * @param log entries of a `jsonlog`
 * @returns for each cause how often it occurred, and the distinct statements, the most frequent cause first
 */
export function groupErrors(log) {
  const errors = log.filter((entry) => entry.error_severity === 'ERROR' && !expected.test(entry.state_code))
  const byCause = Map.groupBy(errors, (entry) => `${entry.state_code} ${nameCause(entry.message)}`)
  return [...byCause.values()]
    .map((entries) => ({
      code: entries[0].state_code,
      cause: nameCause(entries[0].message),
      count: entries.length,
      statements: [...new Set(entries.map((entry) => normalise(entry.statement ?? '')))].sort(),
    }))
    .sort((a, b) => b.statements.length - a.statements.length || b.count - a.count)
}

/** Distinct statements that Citus sent to more than one shard (`citus.multi_task_query_log_level`). */
export const listMultiShardStatements = (log) =>
  [
    ...new Set(
      log.filter(({ message }) => isMultiTask.test(message)).map(({ statement }) => normalise(statement ?? '')),
    ),
  ].sort()

/** Whether a statement that asked all servers gives one merchant: then it does not give it in each of its queries. */
export const namesMerchant = (statement) => /(?<!is null or (\w+\.)?)merchant_id"? = (\$\d|')/.test(statement)

const isMultiTask = /^multi-task query about to be executed/

/** A message without names and numbers of single rows, tables and shards. */
const nameCause = (message) => message.replace(/"[^"]*"/g, '…').replace(/\d+/g, '0')

const normalise = (statement) => statement.replace(/\s+/g, ' ').trim()
