import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CrashServer, startServer } from '../api/testing/crash-server.ts'
import { environment, program } from '../scripts/product.mjs'

/** Runs `callback` on the whole product with its demo business, started as by `npm start` in an empty folder, or on `BENCH_URL`. */
export async function withProduct<T>(callback: (url: string) => Promise<T>): Promise<T> {
  if (process.env.BENCH_URL) return callback(process.env.BENCH_URL)
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-bench-'))
  try {
    const server = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: '' })
    try {
      return await callback(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Starts the built product with its worker, as `npm start` does. `folder` is that of an earlier version, already built. */
export const startProduct = (env: Record<string, string>, folder?: string): Promise<CrashServer> =>
  startServer({ ...environment, ...env }, folder && join(folder, program))
