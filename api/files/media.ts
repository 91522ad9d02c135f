import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { LRUCache } from 'lru-cache'
import { createGate } from '../http/gate.ts'
import { problem } from '../http/problem.ts'
import { mediaProgram } from './paths.ts'

/** What is done in a process of its own: `api/media-process.ts` has the function of each. */
export type MediaJob = 'picture' | 'logo' | 'document' | 'invoice' | 'settlement' | 'period'
export type PrintJob = Extract<MediaJob, 'invoice' | 'settlement' | 'period'>

/** A PDF that is drawn when it is asked for; one that was drawn lately is not drawn again. */
export interface PdfSource {
  etag: string
  draw(): Promise<Buffer>
}

/** Work on pictures and PDFs. `owners` are whom it counts for: a business, an address. */
export interface Media {
  /**
   * Runs a job in another process. `facts` and the result are copied from one to the other.
   * @throws 429 too_many_requests where an owner has too many waiting, 503 busy where all have
   * @throws 503 unavailable where it takes longer than 30 seconds or the process ends
   */
  run<Result>(owners: readonly string[], job: MediaJob, data: object): Promise<Result>
  /** The PDF of these facts. `at` is when it was made, which does not make it another document. */
  print(owners: readonly string[], job: PrintJob, data: object, at?: object): PdfSource
}

const processes = 2
const line = { running: processes, runningEach: 1, waiting: 32, waitingEach: 8, waitMs: 20_000 }
const longestMs = 30_000
/** A process without work ends after this, in ms: it takes some 60 MB. */
const idleMs = 30_000
/** What drawn PDFs may take in memory. */
const cacheBytes = 8 * 1024 * 1024

interface Outcome {
  result?: unknown
  error?: string
}

/**
 * Decoding pictures, reading PDFs of strangers and drawing PDFs take seconds of CPU and hundreds of megabytes. They run in
 * at most two processes of a low priority, started when they are needed: neither the event loop nor the threads that
 * hash passwords and write files wait for them, and one that hangs or crashes is ended and takes nothing with it.
 */
export function openMedia(): Media {
  const gate = createGate(line)
  const idle: ChildProcess[] = []
  const idleSince = new WeakMap<ChildProcess, number>()
  const drawn = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length + 1 })
  const drawing = new Map<string, Promise<Buffer>>()

  const take = () => {
    for (let child = idle.pop(); child; child = idle.pop()) if (child.connected) return child
    return start()
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

function start(): ChildProcess {
  const child = fork(mediaProgram, [], {
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // It reads what strangers send: it gets no key and no address of a database.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2' },
  })
  child.on('error', () => {})
  // It keeps nobody from ending: it ends when its channel closes.
  child.unref()
  child.channel?.unref()
  return child
}

/** One job of a process that has no other. A process that fails is ended, not used again. */
function runJob(child: ChildProcess, job: MediaJob, data: object): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      end()
      child.kill('SIGKILL')
      reject(problem.unavailable('This took too long, please try again later'))
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
