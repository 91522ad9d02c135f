import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { LRUCache } from 'lru-cache'
import { createGate } from '../http/gate.ts'
import { problem } from '../http/problem.ts'
import { mediaProgram } from './paths.ts'

export type PrintJob = 'invoice' | 'receipt' | 'settlement' | 'period'
/** Jobs that run in a separate process; `api/media-process.ts` has the handler of each. */
export type MediaJob = 'picture' | 'crop' | 'document' | 'response' | PrintJob

/** A PDF that is rendered on demand and cached. */
export interface PdfSource {
  etag: string
  draw(): Promise<Buffer>
}

/** Processing of pictures and PDFs. `owners` are what a job counts for in limits: a business, an IP address. */
export interface Media {
  /**
   * Runs a job in another process. `data` and the result are copied between the processes.
   * @throws too_many_requests (429) when an owner has too many jobs waiting, busy (503) when the queue is full or the wait times out
   * @throws unavailable (503) when the job takes longer than 30 seconds or the process crashes
   */
  run<Result>(owners: readonly string[], job: MediaJob, data: object): Promise<Result>
  /** The PDF of this data. `at` is the print time; it is excluded from the ETag, so the same data is the same document. */
  print(owners: readonly string[], job: PrintJob, data: object, at?: object): PdfSource
}

const processes = 2
const line = { running: processes, runningEach: 1, waiting: 32, waitingEach: 8, waitMs: 20_000 }
const longestMs = 30_000
/** Time after which an idle process is stopped, in ms: it takes about 60 MB. */
const idleMs = 30_000
/** Maximum size of the cache of rendered PDFs, in bytes. */
const cacheBytes = 8 * 1024 * 1024

interface Outcome {
  result?: unknown
  error?: string
}

/**
 * Decoding pictures, parsing uploaded PDFs and rendering PDFs take seconds of CPU and hundreds of megabytes. They run in at
 * most two low-priority processes, started on demand: they block neither the event loop nor the threads that hash passwords
 * and write files, and a process that hangs or crashes is killed without affecting the server.
 */
export function openMedia(): Media {
  const gate = createGate(line)
  const idle: ChildProcess[] = []
  const idleSince = new WeakMap<ChildProcess, number>()
  const drawn = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length + 1 })
  const drawing = new Map<string, Promise<Buffer>>()

  const take = () => {
    for (let child = idle.pop(); child; child = idle.pop()) if (child.connected) return child
    return startMediaProcess()
  }
  const giveBack = (child: ChildProcess) => {
    idle.push(child)
    const since = Date.now()
    idleSince.set(child, since)
    setTimeout(() => {
      const index = idle.indexOf(child)
      if (index < 0 || idleSince.get(child) !== since) return
      idle.splice(index, 1)
      if (child.connected) child.disconnect()
    }, idleMs).unref()
  }
  const run = <Result>(owners: readonly string[], job: MediaJob, data: object): Promise<Result> =>
    gate.run(owners, async () => {
      const child = take()
      const { result, error } = await runJob(child, job, data)
      giveBack(child)
      if (error !== undefined) throw new Error(`${job} failed: ${error}`)
      return result as Result
    })

  return {
    run,
    print(owners, job, data, at = {}) {
      const key = createHash('sha256')
        .update(serialize([job, data]))
        .digest('base64url')
      const draw = async () => {
        const content = Buffer.from(await run<Uint8Array>(owners, job, { ...data, ...at }))
        drawn.set(key, content)
        return content
      }
      return {
        etag: `"${key}"`,
        draw: async () => {
          const known = drawn.get(key)
          if (known) return known
          const begun = drawing.get(key) ?? draw().finally(() => drawing.delete(key))
          drawing.set(key, begun)
          return begun
        },
      }
    },
  }
}

function startMediaProcess(): ChildProcess {
  const child = fork(mediaProgram, [], {
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // It parses untrusted files, so it gets no key and no database URL.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2' },
  })
  child.on('error', () => {})
  // It must not keep the server alive: it stops when its channel closes.
  child.unref()
  child.channel?.unref()
  return child
}

/** Runs one job on an idle process. A process that fails is killed, not reused. */
function runJob(child: ChildProcess, job: MediaJob, data: object): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      end()
      child.kill('SIGKILL')
      reject(problem.unavailable('This took too long. Please try again later'))
    }
    const finish = (outcome: Outcome) => {
      end()
      resolve(outcome)
    }
    const timer = setTimeout(fail, longestMs)
    const end = () => {
      clearTimeout(timer)
      child.off('message', finish).off('exit', fail)
      child.channel?.unref()
    }
    child.channel?.ref()
    child.once('exit', fail).on('message', finish)
    child.send({ job, data }, (error) => error && fail())
  })
}
