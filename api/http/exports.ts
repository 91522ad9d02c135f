import { join } from 'node:path'
import { Readable } from 'node:stream'
import { minuteMs } from '@adire/contract/durations.ts'
import { type Endpoint, fileType } from '@adire/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Tx } from '../database/connect.ts'
import { openSpool, type SpoolFile } from '../files/spool.ts'
import type { Runtime } from '../runtime.ts'
import { createGate, createSlots } from './gate.ts'
import type { FilePieces } from './route.ts'
import { disconnectSlowReader } from './slow-reader.ts'

/** Limit of files being sent at the same time: per caller and in total. */
const sending = { each: 4, total: 64 }
/** Limits of files being written at the same time, each on a connection of the pool for long reads, and of those that wait for one. */
const writing = { running: 2, runningEach: 1, waiting: 32, waitingEach: 4, waitMs: 20_000 }
/** What a client has to take in `EXPORT_STALL_SECONDS`, in bytes; and when more than half of all places are taken. */
const minimumBytes = { usually: 128 * 1024, whenCrowded: 1024 * 1024 }
/** Maximum duration of a download, in ms. */
const longestMs = 15 * minuteMs
/** Time that open downloads get to finish at shutdown, in ms. */
const closingMs = 5_000

export interface ExportSlots {
  /**
   * Sends a file. It is written to a temporary file as fast as the database reads, and sent from there as fast as the
   * client reads: a client that reads slowly uses no connection or memory, and is disconnected if it takes too little in `EXPORT_STALL_SECONDS`.
   * @throws too_many_requests (429), busy (503), unavailable (503, disk full), and any error of `write` before its first piece
   */
  send(
    reply: FastifyReply,
    endpoint: Endpoint,
    owner: string,
    write: (tx: Tx) => Promise<FilePieces>,
  ): Promise<FastifyReply>
}

/** The exports of one process: their temporary files and limits. */
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
      // An error before the first piece can still be a response; a later one can only close the connection.
      const first = await Promise.race([begun.promise, written])
      if (!first) return reply.code(204).send()
      const stallMs = config.exportStallSeconds * 1000
      raw.setTimeout(stallMs)
      disconnectSlowReader(raw, stallMs, () =>
        open.size > sending.total / 2 ? minimumBytes.whenCrowded : minimumBytes.usually,
      )
      const type = fileType(endpoint.downloads!)
      return reply
        .header('content-disposition', `attachment; filename="${endpoint.downloads}"`)
        .type(type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
        .send(Readable.from(first.content(), { highWaterMark: 1 }))
    },
  }
}
