import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../api/testing/crash-server.ts'

/** Runs `work` on the whole product with its demo business, as `npm start` opens it in an empty folder, or on `BENCH_URL`. */
export async function withProduct<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (process.env.BENCH_URL) return work(process.env.BENCH_URL)
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-bench-'))
  try {
    const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: '' })
    try {
      return await work(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
