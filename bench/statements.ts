// Records the statements of one action of the product, so that they can be sent again, with new ids, without the product.

import pg from 'pg'
import { pino } from 'pino'
import { openApp } from '../api/app.ts'
import type { ApiConnection } from '../contract/call.ts'
import type { FreshDatabase } from './fresh.ts'

interface Step {
  name?: string
  rowMode?: 'array'
  text: string
  values: unknown[]
}

export interface Script {
  steps: Step[]
  transactions: number
  /** Ids and codes that each action has of its own. Those that the database makes are in a row of an earlier step. */
  own: { text: string; from?: { step: number; row: number; column: string } }[]
}

type Sent = Step & { rows: Record<string, unknown>[] }

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![\w-])[\w-]{16,}(?![\w-])/g
const idsIn = (value: unknown) =>
  JSON.stringify(value ?? null)
    .replaceAll('\\n', ' ')
    .match(idPattern) ?? []

/** Runs the action on the app in this process: three times to warm up, and twice to see which ids differ. */
export async function recordStatements(
  { runtime }: FreshDatabase,
  act: (connection: ApiConnection) => Promise<void>,
): Promise<Script> {
  const app = await openApp(runtime, pino({ level: 'silent' }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const connection: ApiConnection = { baseUrl: (server) => `${url}/test/${server}`, token: () => undefined }
  const record = async () => {
    const recorder = startRecorder()
    await act(connection).finally(recorder.stop)
    return recorder.sent
  }
  for (let warm = 0; warm < 3; warm++) await act(connection)
  const [sent, other] = [await record(), await record()]
  await app.close()
  const shared = new Set(other.flatMap(({ values }) => idsIn(values)))
  const own = new Map<string, Script['own'][number]>()
  for (const [step, { values }] of sent.entries())
    for (const text of idsIn(values))
      if (!shared.has(text) && !own.has(text)) own.set(text, { text, ...findSource(sent.slice(0, step), text) })
  return {
    steps: sent.map(({ rows: _, ...step }) => step),
    transactions: sent.filter(({ text }) => text === 'begin').length,
    own: [...own.values()],
  }
}

/** The first row that returned this text. */
function findSource(sent: readonly Sent[], text: string): Pick<Script['own'][number], 'from'> {
  for (const [step, { rows }] of sent.entries())
    for (const [row, columns] of rows.entries())
      for (const [column, value] of Object.entries(columns)) if (value === text) return { from: { step, row, column } }
  return {}
}

/** Collects what the connections of this process send. */
function startRecorder() {
  const sent: Sent[] = []
  const { prototype } = pg.Client
  const query = prototype.query
  prototype.query = function (this: pg.Client, config: pg.QueryConfig | string, values?: unknown[]) {
    const given = typeof config === 'string' ? { text: config } : config
    const step: Sent = { text: given.text, values: values ?? given.values ?? [], rows: [] }
    if ('name' in given && given.name) step.name = given.name
    if ('rowMode' in given) step.rowMode = 'array'
    sent.push(step)
    const result = Reflect.apply(query, this, [config, values]) as Promise<pg.QueryResult>
    return result.then((done) => {
      step.rows = done.rows
      return done
    })
  } as never
  return {
    sent,
    stop: () => {
      prototype.query = query
    },
  }
}

/** Sends the statements of a script with ids of its own. */
export async function replay(client: pg.ClientBase, { steps, own }: Script): Promise<void> {
  const fresh = new Map(own.flatMap(({ text, from }) => (from ? [] : [[text, similarId(text)]])))
  const waiting = own.filter(({ from }) => from)
  for (const [index, step] of steps.entries()) {
    const values = step.values.map((value) => put(value, fresh))
    const { rows } = await client.query<Record<string, unknown>>({ ...step, values })
    for (const { text: old, from } of waiting)
      if (from!.step === index) fresh.set(old, String(rows[from!.row]?.[from!.column]))
  }
}

const similarId = (text: string) => {
  const random = crypto.randomUUID()
  return text.length === random.length && text.includes('-') ? random : random.replaceAll('-', '').slice(0, text.length)
}

function put(value: unknown, fresh: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replace(idPattern, (id) => fresh.get(id) ?? id)
  return Array.isArray(value) ? value.map((one) => put(one, fresh)) : value
}
