import { join } from 'node:path'
import { describeProcessor } from '../e2e/support/processor.ts'
import { environment, program } from '../scripts/product.mjs'
import { requireMatch, type SourceEdit } from '../simulate/mutant.ts'
import { type Copy, keepBuild } from './copy.ts'
import { runNode, startNode } from './processes.ts'

const port = Number(process.env.E2E_PORT ?? 23_217)
const baseUrl = `http://127.0.0.1:${port}`
const processor = describeProcessor(baseUrl, port + 2)
const builds = { web: 'web/build/build.mjs', api: 'api/build.mjs' } as const

export type Built = keyof typeof builds

/** Leaves out compressed files, which take half of the time of a build. Browsers get the others. */
const uncompressed: readonly SourceEdit[] = [{ file: builds.web, find: '\nawait compress()\n', replace: '\n' }]

/** The product of a copy of the repository: built, and running for stories on one database that all mutants share. */
export async function openProduct({ folder, change }: Copy, databaseUrl: string) {
  requireMatch({ name: 'no compressed files', edits: uncompressed })
  change(uncompressed)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') }
  const build = async (name: Built) => {
    const { code, output } = await runNode([builds[name]], { cwd: folder })
    if (code !== 0) throw new Error(`The build of ${name} failed: ${output.slice(-2000)}`)
  }
  await build('web')
  await build('api')
  const restore = { web: keepBuild(folder, 'web'), api: keepBuild(folder, 'api') }
  let server: Awaited<ReturnType<typeof startNode>> | undefined
  let seed: Awaited<ReturnType<typeof startNode>> | undefined
  let simulator: Awaited<ReturnType<typeof startNode>> | undefined
  let changed: readonly Built[] = []

  const start = async () => {
    server = await startNode([program], `${baseUrl}/health`, {
      cwd: folder,
      env: {
        ...environment,
        ...env,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: baseUrl,
        REQUESTS_PER_SECOND: '0',
        ...processor.env,
      },
    })
    simulator ??= await startNode(processor.args, processor.url, { cwd: folder, env: environment })
    seed ??= await startNode(['e2e/support/seed-server.ts'], `http://127.0.0.1:${port + 1}`, {
      cwd: folder,
      env: { ...env, SEED_PORT: String(port + 1) },
    })
  }
  return {
    env: { ...env, E2E_DATA_DIR: env.DATA_DIR, E2E_PORT: String(port) },
    /** Builds the changed packages, and starts the server on them. */
    async serve(packages: readonly Built[]) {
      await server?.stop()
      for (const name of packages) await build(name)
      changed = packages
      await start()
    },
    /** Puts back the unchanged builds. */
    reset() {
      for (const name of changed) restore[name]()
      changed = []
    },
    async close() {
      await server?.stop()
      await seed?.stop()
      await simulator?.stop()
    },
  }
}
