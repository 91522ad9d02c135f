import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Ends a child process when this process ends, also by an error that nothing catches. */
export function endWithProcess(child: ChildProcess): void {
  running.add(child)
  child.once('exit', () => running.delete(child))
}
