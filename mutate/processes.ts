import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

interface RunOptions {
  cwd: string
  env?: Record<string, string>
}

const limitMs = 10 * 60_000

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => void child.kill()))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

function spawnNode(
  args: readonly string[],
  { cwd, env }: RunOptions,
  timeout?: number,
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, timeout })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Runs Node with these arguments. Resolves with the exit code and everything that was printed. */
export function runNode(args: readonly string[], options: RunOptions): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawnNode(args, options, limitMs)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Starts Node with these arguments, and waits until `url` answers. @throws {Error} with what it printed if it ends before */
export async function startNode(args: readonly string[], url: string, options: RunOptions) {
  const child = spawnNode(args, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended: ${output.slice(-2000)}`)
    await sleep(100)
  }
  return { stop: () => stopChild(child) }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
