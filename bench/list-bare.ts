// Minimal HTTP server for comparison: one route per statement of payments/filter, with the rows as JSON.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import pg from 'pg'
import type { SqlStatement } from './list-cases.ts'

const { databaseUrl, readers, statements } = JSON.parse(readFileSync(0, 'utf8')) as {
  databaseUrl: string
  readers: number
  statements: Record<string, SqlStatement>
}
const pool = new pg.Pool({ connectionString: databaseUrl, max: readers })
const app = fastify()
for (const [path, { name, text }] of Object.entries(statements))
  app.get<{ Querystring: { value: string[] } }>(`/${path}`, async ({ query }) => {
    const { rows } = await pool.query({ ...(name && { name }), text, values: query.value })
    return { content: rows }
  })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(Number(new URL(address).port))
process.on('disconnect', () => process.exit(0))
