import type { LoggedRequest, Violation } from './serve-request.ts'

interface RunningSimulator {
  url: string
  control: { readViolations(): readonly Violation[]; readRequests(): readonly LoggedRequest[] }
  close(): Promise<void>
}

/** Delays between the attempts of an event. A processor waits for minutes; nobody at a desk does. */
export const retryDelaysMs = [2_000, 5_000, 15_000, 60_000, 180_000]

/** Runs a simulator until the process is stopped, and prints what it rejected. `settings`: those to start the product with. */
export async function runSimulator<S extends RunningSimulator>(
  { name, port, events }: { name: string; port: string; events: string },
  opening: Promise<S>,
  settings: (simulator: S) => string,
): Promise<void> {
  const simulator = await opening.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    console.error(`✗ Port ${port} is in use: use another --port`)
    return process.exit(1)
  })
  const { url, control, close } = simulator
  console.log(`${name} simulator on ${url}: open this page to pay, decline and settle. Events are posted to ${events}`)
  console.log('Start the product with:\n')
  console.log(`${settings(simulator)} npm start\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      for (const { operation, problems } of control.readViolations())
        console.log(`✗ ${operation}: ${problems.join('; ')}`)
      await close()
    })
}
