import * as z from 'zod/mini'

/** Manifest of a backup: `backup.json` is its first part, and `end.json`, which marks it as complete, the last. */
export const BackupManifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** Hashes of the database's migrations, in order. */
  migrations: z.array(z.string()),
  /** Ordered so that no row refers to a row of a later table. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Last value of each sequence. */
  sequences: z.record(z.string(), z.number()),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export const BackupEnd = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
})
export type BackupEnd = z.infer<typeof BackupEnd>

export const partNames = { manifest: 'backup.json', end: 'end.json', rows: 'database/', keys: 'keys/', files: 'files/' }

/** Unfinished jobs of the queue; a restore puts them back into the outbox. */
export const queuedJobs = 'queued_jobs'
export const queuedJobColumns = ['job', 'payload', 'merchant_id']

/** Key files in the data directory. Without them sessions, identity numbers and documents cannot be read. */
export const keyFiles = ['signing-key.json', 'sealing-key']
