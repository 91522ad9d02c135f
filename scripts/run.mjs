// Runs programs for the other scripts, and ends them whenever we are to end, by whatever way we hear of it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiled } from './product.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const cacheDir = join(root, 'node_modules', '.cache', 'adire')

/** With our own programs first: `node` is then Node 24, whatever the machine has. */
const programs = {
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  NODE_COMPILE_CACHE: compiled,
}

/** How long a program may take to end before it is killed, besides the time in which it still answers (DRAIN_SECONDS). */
const endTimeoutMs = 30_000 + (Number(process.env.DRAIN_SECONDS) || 0) * 1000

const running = new Set()
let endingSinceMs = 0

/** Runs a program from the root with our own input and output; answers its exit code, never throws. */
export function run(command, args, options = {}) {
  return new Promise((resolveExit) => {
    // A group of its own: Ctrl-C then reaches it once, through us, and not again through npm and the terminal.
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      detached: true,
      ...options,
      env: { ...process.env, ...programs, ...options.env },
    })
    const ended = (code) => {
      running.delete(child)
      if (endingSinceMs && running.size === 0) process.exit(code)
      resolveExit(code)
    }
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`)
      ended(127)
    })
    child.once('exit', (code, signal) => ended(code ?? 128 + constants.signals[signal]))
    if (child.pid) running.add(child)
  })
}

function end(signal) {
  // npm passes on a Ctrl-C that the terminal has sent us already; only one that comes later is meant as "now".
  if (endingSinceMs && Date.now() - endingSinceMs < 1000) return
  const signalToSend = endingSinceMs ? 'SIGKILL' : signal
  endingSinceMs ||= Date.now()
  if (running.size === 0) process.exit(128 + constants.signals[signal])
  killAll(signalToSend)
  setTimeout(killAll, endTimeoutMs, 'SIGKILL').unref()
}

function killAll(signal) {
  for (const child of running) {
    try {
      process.kill(-child.pid, signal)
    } catch {
      // it has just ended
    }
  }
}

process.on('SIGINT', end)
process.on('SIGTERM', end)

// npm runs us through a shell, and some shells die of a signal without passing it on, or outlive an npm that was killed.
// When npm ran us and either is gone, we go.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid
  const npm = isShell(shell) && findParent(shell)
  const isAlone = () => process.ppid !== shell || (npm && findParent(shell) !== npm)
  setInterval(() => isAlone() && end('SIGTERM'), 200).unref()
}

/** A shell may also have turned into us; our parent is then npm itself. */
function isShell(pid) {
  return /^(ba|da|a|)sh$/.test(readProcFile(pid, 'comm').trim())
}

function findParent(pid) {
  return readProcFile(pid, 'stat').split(') ').at(-1).split(' ')[1]
}

function readProcFile(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // no such process, or no Linux
  }
}
