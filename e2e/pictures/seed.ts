import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/**
 * Starts the seed server of the stories beside the running product, in its data folder: it creates businesses and staff. Returns how to end it.
 */
export async function openSeedServer(dataDir: string): Promise<() => void> {
  const port = await findFreePort()
  process.env.E2E_SEED_URL = `http://127.0.0.1:${port}`
  process.env.E2E_DATA_DIR = dataDir
  const program = fileURLToPath(new URL('../support/seed-server.ts', import.meta.url))
  const server = spawn(process.execPath, [program], {
    env: { ...process.env, DATA_DIR: dataDir, SEED_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let attempts = 0; attempts < 120; attempts++) {
    const isReady = await fetch(process.env.E2E_SEED_URL).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return () => server.kill()
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  server.kill()
  throw new Error(`The seed server did not start with the data folder ${dataDir}`)
}

const findFreePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
