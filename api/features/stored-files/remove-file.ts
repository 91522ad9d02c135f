import { hourMs } from '@adire/contract/durations.ts'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { files } from '../../files/tables.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'

/** Removes the content of a file from the store, unless the database has the file. */
const removeFile = defineJob('remove-file', z.object({ id: z.string() }))

/** Much longer than an upload may take. */
const uploadedWithinMs = hourMs

/** Deletes a file of a business: its row now, its content after the commit. */
export async function deleteFile(tx: Tx, merchantId: string, id: string): Promise<void> {
  await tx.delete(files).where(and(eq(files.merchantId, merchantId), eq(files.id, id)))
  await removeAfterCommit(tx, id)
}

/** Deletes the content of a file after the commit of the transaction that deletes its row. */
export const removeAfterCommit = (tx: Tx, id: string) => enqueueJob(tx, removeFile, { id }, { key: id })

/** Deletes the content of a file that is about to be stored, unless it has a row in an hour: its upload was interrupted or rejected. */
export const removeUnlessUsed = ({ tx, realNow }: Context, id: string) =>
  enqueueJob(tx, removeFile, { id }, { key: `${id}:unused`, runAt: new Date(realNow.getTime() + uploadedWithinMs) })

export const storedFileJobHandlers = [
  jobHandler({
    job: removeFile,
    async run({ write, files: store }, { id }) {
      const isUsed = await write(async ({ tx }) => (await tx.$count(files, eq(files.id, id))) > 0)
      if (!isUsed) await store.remove(id)
    },
  }),
]
