// Runs programs for the other scripts, and ends them when this process ends, by a signal or because its parent is gone.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiled } from './product.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const cacheDir = join(root, 'node_modules', '.cache', 'adire')

/** Environment with the project's programs first in PATH, so `node` is Node 24 on any machine. */
const programs = {
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  NODE_COMPILE_CACHE: compiled,
}

/** Time until a program that does not end is killed, in addition to the time for open requests (DRAIN_SECONDS). */
const endTimeoutMs = 30_000 + (Number(process.env.DRAIN_SECONDS) || 0) * 1000

const running = new Set()
let endingSinceMs = 0

/**
 * Runs a program in the root folder with this process's input and output. Resolves with the exit code, never rejects. `onSpawn` gets
 * the process, which leads a process group of its own.
 */
export function run(command, args, { onSpawn, ...options } = {}) {
  return new Promise((resolveExit) => {
    // A separate process group, so Ctrl-C reaches the program once, through this process, and not also through npm and the terminal.
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
    if (!child.pid) return
    running.add(child)
    onSpawn?.(child)
  })
}

function end(signal) {
  // npm forwards a Ctrl-C that the terminal has also sent here. Only a later one means "kill now".
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

// npm runs this process through a shell. Some shells end on a signal without forwarding it, or outlive a killed npm.
// When npm started this process and either of them ends, this process ends too.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid
  const npm = isShell(shell) && findParent(shell)
  const isAlone = () => process.ppid !== shell || (npm && findParent(shell) !== npm)
  setInterval(() => isAlone() && end('SIGTERM'), 200).unref()
}

/** True if the parent is a shell. A shell may also exec this process directly; then npm itself is the parent. */
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
    return '' // the process has ended, or this is not Linux
  }
}
