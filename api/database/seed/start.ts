import { fork } from 'node:child_process'
import { count } from 'drizzle-orm'
import { users } from '../../features/auth/tables.ts'
import { seedProgram } from '../../files/paths.ts'
import type { Database } from '../connect.ts'

/** Whether nobody has registered yet. */
export async function isEmpty(database: Database): Promise<boolean> {
  const [found] = await database.read((tx) => tx.select({ users: count() }).from(users))
  return found!.users === 0
}

/** A running seeding of the demo business. */
export interface Seeding {
  /** @throws Error with a message for the operator, if the demo business could not be seeded */
  ended: Promise<void>
  /** Cuts the seeding off: its transaction is rolled back. */
  stop(): Promise<void>
}

/**
 * Seeds the demo business in a process of its own: creating thousands of payments leaves 100 MB of garbage and compiled code, which
 * would stay in the server's memory.
 */
export function startSeeding(databaseUrl: string): Seeding {
  const child = fork(seedProgram, [], { env: { ...process.env, DATABASE_URL: databaseUrl } })
  let message: string | undefined
  child.on('message', ({ error }: { error: string }) => {
    message = error
  })
  const { promise: exit, resolve: exited } = Promise.withResolvers<string | undefined>()
  child.once('error', (error) => exited(error.message))
  child.once('exit', (code, signal) =>
    exited(
      code === 0
        ? undefined
        : (message ?? `The process that seeds the demo business ended with ${signal ?? `code ${code}`}`),
    ),
  )
  return {
    ended: exit.then((failure) => {
      if (failure !== undefined) throw new Error(failure)
    }),
    stop: async () => {
      if (child.connected) child.disconnect()
      await exit
    },
  }
}
