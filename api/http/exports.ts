import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Endpoint, fileType } from '@adire/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Tx } from '../database/connect.ts'
import { openSpool, type SpoolFile } from '../files/spool.ts'
import type { Runtime } from '../runtime.ts'
import { createGate, createSlots } from './gate.ts'

/** How many files are sent at once: by one business, and by all. */
const sending = { each: 4, total: 64 }
/** How many are written at once, each on a connection of the pool for long reads, and how many wait for that. */
const writing = { running: 2, runningEach: 1, waiting: 32, waitingEach: 4, waitMs: 20_000 }
/** A reader that is this slow is let go of, in ms. */
const longestMs = 15 * 60_000
/** How long files that are being sent may take when the process ends, in ms. */
const closingMs = 5_000

type Pieces = AsyncIterable<string | Buffer>

export interface ExportSlots {
  /**
   * Sends a file. It is written to a temporary file as fast as the database reads, and sent from there as fast as its
   * reader takes it: a reader that stops holds neither a connection nor memory, and is disconnected after 30 seconds.
   * @throws 429 too_many_requests, 503 busy, 503 unavailable (no room on the disk), and what `write` throws before its first piece
   */
  send(
    reply: FastifyReply,
    endpoint: Endpoint,
    owner: string,
    write: (tx: Tx) => Promise<Pieces>,
  ): Promise<FastifyReply>
}

/** The exports of one process: their temporary files, and how many there are. */
export function createExports(app: FastifyInstance, { database, config }: Runtime): ExportSlots {
  const spool = openSpool(join(config.dataDir, 'exports'))
  const openSlot = createSlots(sending)
  const gate = createGate(writing)
  const open = new Set<FastifyReply['raw']>()
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const raw of open) raw.destroy()
    }, closingMs).unref()
  })

  const waitForClose = (raw: FastifyReply['raw']) =>
    new Promise<void>((resolve) => {
      if (raw.destroyed) resolve()
      raw.once('close', resolve)
    })

  return {
    async send(reply, endpoint, owner, write) {
      const { raw } = reply
      const release = openSlot(owner)
      open.add(raw)
      const deadline = setTimeout(() => raw.destroy(), longestMs)
      let isGone = false
      const closed = waitForClose(raw).then(() => {
        isGone = true
        open.delete(raw)
        clearTimeout(deadline)
        release()
      })
      let file: SpoolFile | undefined
      const begun = Promise.withResolvers<SpoolFile>()
      const written = gate.run([owner], async () => {
        if (isGone) return
        await database.readSnapshot(async (tx) => {
          for await (const piece of await write(tx)) {
            if (isGone) return
            file ??= await spool.create()
            await file.append(piece)
            begun.resolve(file)
          }
        })
      })
      const ended = written.then(
        () => file?.end(),
        (error: Error) => file?.end(error),
      )
      void Promise.all([ended, closed])
        .then(() => file?.close())
        .catch(() => {})
      // What is thrown before the first piece is still an answer; later it can only end the connection.
      const first = await Promise.race([begun.promise, written])
      if (!first) return reply.code(204).send()
      raw.setTimeout(config.exportStallSeconds * 1000)
      const type = fileType(endpoint.downloads!)
      return reply
        .header('content-disposition', `attachment; filename="${endpoint.downloads}"`)
        .type(type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
        .send(Readable.from(first.content(), { highWaterMark: 1 }))
    },
  }
}
