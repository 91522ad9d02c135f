import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CrashServer, startServer } from '../api/testing/crash-server.ts'
import { environment, flags, program } from '../scripts/product.mjs'

/** Runs `work` on the whole product with its demo business, as `npm start` opens it in an empty folder, or on `BENCH_URL`. */
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

/** The built product, its worker too, as `npm start` starts it. */
export const startProduct = (env: Record<string, string>): Promise<CrashServer> =>
  startServer({ ...environment, ...env }, [...flags, program])
