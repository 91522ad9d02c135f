import * as z from 'zod/mini'

/** What a backup says of itself: `backup.json` comes first, and `end.json`, without which it is not complete, last. */
export const BackupManifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** The hashes of the migrations its database had, in their order. */
  migrations: z.array(z.string()),
  /** In an order in which no row refers to a row of a later table. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** The last number each sequence gave. */
  sequences: z.record(z.string(), z.number()),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export const BackupEnd = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
})
export type BackupEnd = z.infer<typeof BackupEnd>

export const partNames = { manifest: 'backup.json', end: 'end.json', rows: 'database/', keys: 'keys/', files: 'files/' }

/** Jobs that were handed to the queue and not done yet: restored, they are in the outbox again. */
export const queuedJobs = 'queued_jobs'
export const queuedJobColumns = ['job', 'payload', 'merchant_id']

/** The keys without which sessions, identity numbers and documents cannot be read, by their files in the data folder. */
export const keyFiles = ['signing-key.json', 'sealing-key']
